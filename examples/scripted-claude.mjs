#!/usr/bin/env node
// Speaks as the command that the Claude Agent SDK starts: it asks whether it may pay, and says what came of it.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.type === 'control_request') {
    const response = { subtype: 'success', request_id: message.request_id, response: { commands: [], models: [] } }
    say({ type: 'control_response', response })
  } else if (message.type === 'user') {
    const request = {
      subtype: 'can_use_tool',
      tool_name: 'pay',
      input: { amount: '500.00' },
      tool_use_id: `toolu_${crypto.randomUUID()}`,
    }
    say({ type: 'control_request', request_id: 'request-1', request })
  } else if (message.type === 'control_response') {
    const { response } = message.response
    const result = response.behavior === 'allow' ? 'The hotel is paid.' : response.message
    const about = { session_id: 'session', uuid: crypto.randomUUID(), num_turns: 1, is_error: false }
    say({ type: 'result', subtype: 'success', result, structured_output: response, ...about })
    break
  }
}
process.exit()
