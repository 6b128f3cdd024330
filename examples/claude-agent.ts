import { fileURLToPath } from 'node:url'
import { query, type SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import { Vestra } from 'vestra-inbox'
import { createCanUseTool } from 'vestra-inbox/claude-agent'

// A command that wants to pay and then says so; leave it out to use Claude's.
const pathToClaudeCodeExecutable = fileURLToPath(new URL('scripted-claude.mjs', import.meta.url))

const canUseTool = createCanUseTool({ vestra: new Vestra(), userId: 'traveller-42' })

// The input stays open until the end, so that questions about tools can be answered.
let end = () => {}
const isOver = new Promise<void>((resolve) => {
  end = resolve
})
async function* prompt(): AsyncGenerator<SDKUserMessage> {
  const message = { role: 'user' as const, content: 'Pay the hotel.' }
  yield { type: 'user', message, parent_tool_use_id: null, session_id: '' }
  await isOver
}

for await (const message of query({ prompt: prompt(), options: { canUseTool, pathToClaudeCodeExecutable } })) {
  if (message.type !== 'result') continue
  if (message.subtype === 'success') console.log(message.result)
  end()
}
