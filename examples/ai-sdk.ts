import { generateText, type ModelMessage, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { Vestra } from 'vestra-inbox'
import { toApprovalMessage } from 'vestra-inbox/ai-sdk'
import { z } from 'zod'

// A model that wants to pay and then says so; put yours in its place.
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const wish = {
  type: 'tool-call' as const,
  toolCallId: crypto.randomUUID(),
  toolName: 'pay',
  input: '{"amount":"500.00"}',
}
const model = new MockLanguageModelV3({
  doGenerate: [
    { content: [wish], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] },
    {
      content: [{ type: 'text', text: 'The hotel is paid.' }],
      finishReason: { unified: 'stop', raw: undefined },
      usage,
      warnings: [],
    },
  ],
})

const tools = {
  pay: tool({
    inputSchema: z.object({ amount: z.string() }),
    needsApproval: true,
    execute: async ({ amount }) => `paid ${amount}`,
  }),
}

const options = { vestra: new Vestra(), userId: 'traveller-42', source: 'builtin', moves_money: true } as const
const messages: ModelMessage[] = [{ role: 'user', content: 'Pay the hotel.' }]

for (;;) {
  const result = await generateText({ model, tools, messages })
  messages.push(...result.response.messages)
  const answers = await toApprovalMessage(result.content, options)
  if (answers) messages.push(answers)
  else if (result.finishReason !== 'tool-calls') {
    console.log(result.text)
    break
  }
}
