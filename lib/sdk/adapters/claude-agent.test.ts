import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type CanUseTool, query } from '@anthropic-ai/claude-agent-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Vestra } from '@/lib/sdk'
import { type Served, serveApi } from '@/lib/testing/serve'
import { createCanUseTool } from './claude-agent'

let served: Served
let dir: string
let executable: string

/** Speaks as the command that the SDK starts: it asks whether a tool may be used, and says what it heard. */
const scriptedCommand = `
import { createInterface } from 'node:readline'
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
const session = { session_id: 's', uuid: '00000000-0000-4000-8000-000000000000' }
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.type === 'control_request') {
    const response = { subtype: 'success', request_id: message.request_id, response: { commands: [], models: [] } }
    say({ type: 'control_response', response })
  } else if (message.type === 'user') {
    const input = { command: 'npm publish' }
    const asked = { subtype: 'can_use_tool', tool_name: 'Bash', input, tool_use_id: 'toolu_' + process.pid }
    say({ type: 'control_request', request_id: 'r-1', request: asked })
  } else if (message.type === 'control_response') {
    const result = JSON.stringify(message.response.response)
    say({ type: 'result', subtype: 'success', is_error: false, num_turns: 1, result, ...session })
    break
  }
}
process.exit()
`

beforeAll(async () => {
  served = await serveApi()
  dir = await mkdtemp(path.join(tmpdir(), 'vestra-claude-'))
  executable = path.join(dir, 'claude.mjs')
  await writeFile(executable, scriptedCommand)
  await chmod(executable, 0o755)
})
afterAll(async () => {
  await served.close()
  await rm(dir, { recursive: true })
})

/** Lets the SDK ask once, while a person answers. @returns what the SDK told its command */
async function ask(userId: string, answer: Record<string, unknown>) {
  const vestra = new Vestra({ baseUrl: served.url, apiKey: served.ask.secret })
  const canUseTool: CanUseTool = createCanUseTool({ vestra, userId })
  async function* prompt() {
    const message = { role: 'user' as const, content: 'Publish it.' }
    yield { type: 'user' as const, message, parent_tool_use_id: null, session_id: 's' }
    // A prompt that ends closes the command's input before its question is answered.
    await heard
  }
  let done = () => {}
  const heard = new Promise<void>((resolve) => {
    done = resolve
  })
  const options = { canUseTool, pathToClaudeCodeExecutable: executable, cwd: dir }
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
    return JSON.parse(message.result)
  }
}

test('the real SDK is told of a yes, with the input as it was shown', async () => {
  expect(await ask('claude-yes', { approve: true, present_user: true })).toMatchObject({
    behavior: 'allow',
    updatedInput: { command: 'npm publish' },
  })
}, 60_000)

test('the real SDK is told of a no, with the note', async () => {
  expect(await ask('claude-no', { approve: false, message: 'not on a Friday' })).toMatchObject({
    behavior: 'deny',
    message: 'Denied by a person: not on a Friday',
  })
}, 60_000)
