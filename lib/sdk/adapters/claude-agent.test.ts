import path from 'node:path'
import { type CanUseTool, query } from '@anthropic-ai/claude-agent-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Vestra } from '@/lib/sdk'
import { type Served, serveApi } from '@/lib/testing/serve'
import { createCanUseTool } from './claude-agent'

let served: Served

beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())

/** Lets the SDK ask once, while a person answers. @returns what the SDK told its command */
async function ask(userId: string, answer: Record<string, unknown>) {
  const vestra = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret })
  const canUseTool: CanUseTool = createCanUseTool({ vestra, userId })
  async function* prompt() {
    const message = { role: 'user' as const, content: 'Pay the hotel.' }
    yield { type: 'user' as const, message, parent_tool_use_id: null, session_id: 's' }
    // A prompt that ends closes the command's input before its question is answered.
    await heard
  }
  let done = () => {}
  const heard = new Promise<void>((resolve) => {
    done = resolve
  })
  const options = { canUseTool, pathToClaudeCodeExecutable: path.resolve('examples/scripted-claude.mjs') }
  const person = (async () => {
    for (;;) {
      const [item] = (await served.list(`?user_id=${userId}`)).body.data
      if (item) return void (await served.answer(item.id, answer))
      await new Promise(setImmediate)
    }
  })()
  for await (const message of query({ prompt: prompt(), options })) {
    if (message.type !== 'result' || message.subtype !== 'success') continue
    done()
    await person
    return message.structured_output
  }
}

test('the real SDK is told of a yes, with the input as it was shown', async () => {
  expect(await ask('claude-yes', { approve: true, present_user: true })).toMatchObject({
    behavior: 'allow',
    updatedInput: { amount: '500.00' },
  })
}, 60_000)

test('the real SDK is told of a no, with the note', async () => {
  expect(await ask('claude-no', { approve: false, message: 'too dear' })).toMatchObject({
    behavior: 'deny',
    message: 'Denied by a person: too dear',
  })
}, 60_000)
