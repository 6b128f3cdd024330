import { Agent, type Model, Runner, tool, Usage } from '@openai/agents-core'
import { Vestra } from 'vestra-inbox'
import { settleInterruptions } from 'vestra-inbox/openai-agents'
import { z } from 'zod'

// A model that wants to pay and then says so; leave it out to use yours.
const callId = crypto.randomUUID()
const script = [
  { type: 'function_call', callId, name: 'pay', arguments: '{"amount":"500.00"}', status: 'completed' },
  {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'The hotel is paid.' }],
  },
]
const model = {
  getResponse: async () => ({ usage: new Usage(), output: script.splice(0, 1) }),
} as unknown as Model

const pay = tool({
  name: 'pay',
  description: 'Pays the hotel.',
  parameters: z.object({ amount: z.string() }),
  needsApproval: true,
  execute: async ({ amount }) => `paid ${amount}`,
})

const agent = new Agent({ name: 'Concierge', model, tools: [pay] })
const runner = new Runner({ tracingDisabled: true })
const options = { vestra: new Vestra(), userId: 'traveller-42', source: 'builtin', moves_money: true } as const

let result = await runner.run(agent, 'Pay the hotel.')
for (;;) {
  const state = await settleInterruptions(result, options)
  if (!state) break
  result = await runner.run(agent, state)
}
console.log(result.finalOutput)
