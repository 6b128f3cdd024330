import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult, Progress } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Key } from '@/lib/testing/api'
import { asks, jpegFrame } from '@/lib/testing/asks'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'

let served: Served
let model: Client
let agent: Client

async function connect(by: Key, to = served): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), {
    requestInit: { headers: by.headers },
  })
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

beforeAll(async () => {
  served = await serveApi()
  model = await connect(served.runtime)
  agent = await connect(served.ask)
})
afterAll(async () => {
  await model.close()
  await agent.close()
  await served.close()
})

type Result = CallToolResult & { structuredContent: Body & { next?: string; interaction: string } }

async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Result> {
  return (await client.callTool({ name, arguments: args })) as Result
}

const textOf = (result: CallToolResult) => (result.content[0]?.type === 'text' ? result.content[0].text : '')

function expectRefusal(result: Result, code: string, param?: string) {
  expect(result.isError).toBe(true)
  const { error } = result.structuredContent
  expect(error).toMatchObject({
    code,
    ...(param !== undefined && { param }),
    request_id: expect.stringMatching(/^req_/),
  })
  expect(JSON.parse(textOf(result))).toEqual({ error })
}

describe('the tools that a credential has', () => {
  const namesFor = async (by: Key) => {
    const client = await connect(by)
    const { tools } = await client.listTools()
    await client.close()
    return tools.map(({ name }) => name)
  }
  const asking = ['request_approval', 'ask_question', 'hand_off', 'get_result', 'permission_prompt']

  verifies('A40 R92', 'are those of its scope, and none of them withdraws', async () => {
    expect(await namesFor(served.runtime)).toEqual(['answer'])
    expect(await namesFor(served.ask)).toEqual(asking)
    expect(await namesFor(served.all)).toEqual(['answer', ...asking])
  })

  test('are flat objects that know all their arguments', async () => {
    const client = await connect(served.all)
    const { tools } = await client.listTools()
    await client.close()
    for (const { inputSchema } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(inputSchema).not.toHaveProperty('anyOf')
    }
    const answer = tools.find(({ name }) => name === 'answer')
    expect(answer?.annotations).toMatchObject({ destructiveHint: true, idempotentHint: false })
    expect(answer?.description).toContain('Never set present_user unless')
    expect(Object.keys(answer?.inputSchema.properties ?? {})).toEqual(
      expect.arrayContaining(['interaction', 'approve', 'present_user', 'answers', 'done', 'output', 'error', 'nonce']),
    )
  })

  test('a tool of another scope is refused, an unknown one is an error of the protocol', async () => {
    expectRefusal(await use(agent, 'answer'), 'insufficient_scope')
    expectRefusal(await use(model, 'request_approval', { summary: 'x', action: 'y' }), 'insufficient_scope')
    await expect(use(model, 'cancel', {})).rejects.toThrow('There is no tool cancel')
    await expect(use(agent, 'request_connection', { app: 'x', summary: 'x' })).rejects.toThrow('not turned on')
  })
})

describe('answer', () => {
  verifies('A40', 'without an item it lists, with an item alone it reads', async () => {
    const item = await served.open({ ...asks.A, user_id: 'mcp-list' })
    const listed = await use(model, 'answer', { user_id: 'mcp-list', limit: 1 })
    expect(listed.structuredContent.data.map(({ id }) => id)).toEqual([item.id])
    const read = await use(model, 'answer', { interaction: item.id })
    expect(read.structuredContent).toEqual(await served.read(item.id))
    expect(JSON.parse(textOf(read))).toEqual(read.structuredContent)
    expect((await served.read(item.id)).status).toBe('pending')
  })

  verifies('A40 L8', 'the filters of the list are those of the API', async () => {
    const user_id = 'mcp-filters'
    const paid = await served.open({ ...asks.M, user_id, summary: 'pay for the HÔTEL' })
    const plain = await served.open({ ...asks.A, user_id, summary: 'read the mail' })
    const listed = async (filters: Record<string, unknown>) => {
      const { structuredContent } = await use(model, 'answer', { user_id, ...filters })
      return structuredContent.data.map(({ id }) => id)
    }
    expect(await listed({ moves_money: true })).toEqual([paid.id])
    expect(await listed({ moves_money: false })).toEqual([plain.id])
    expect(await listed({ q: 'hôtel' })).toEqual([paid.id])
    expect(await listed({ agent: 'Agent' })).toEqual([plain.id, paid.id])
    expect(await listed({ agent: 'Nobody' })).toEqual([])
    expect(await listed({ created_after: paid.created_at, created_before: '2999-01-01T00:00:00Z' })).toEqual([plain.id])
    expect(await listed({ created_before: paid.created_at })).toEqual([])
    expectRefusal(await use(model, 'answer', { created_after: 'yesterday' }), 'invalid_request', 'created_after')
    expectRefusal(await use(model, 'answer', { interaction: paid.id, q: 'hôtel' }), 'invalid_request', 'q')
  })

  verifies('R91 A40', 'with a shape it answers, through its own door', async () => {
    const { id } = await served.open(asks.M)
    const answered = await use(model, 'answer', { interaction: id, approve: true, present_user: true })
    expect(answered.structuredContent).toEqual({ id, object: 'interaction', type: 'approval', status: 'resolved' })
    expect((await served.audit(id)).find(({ action }) => action === 'interaction.answered')).toMatchObject({
      channel: 'mcp',
      facts: { present_user: 'claimed' },
    })
  })

  const ends: [keyof typeof asks, Record<string, unknown>, string][] = [
    ['M', { approve: false, message: 'too dear' }, 'denied'],
    ['Q2', { answers: ['Yes', 'No'] }, 'answered'],
    ['HO', { done: true }, 'answered'],
    ['HO', { could_not: true }, 'denied'],
    ['HO', { not_now: true }, 'denied'],
    ['TC', { output: null }, 'answered'],
    ['TC', { error: 'no such booking' }, 'answered'],
  ]
  test.each(ends)('%s with %j', async (ask, body, decision) => {
    const { id } = await served.open(asks[ask])
    expect((await use(model, 'answer', { interaction: id, ...body })).isError).toBeUndefined()
    expect((await served.read(id)).outcome?.decision).toBe(decision)
  })

  verifies('BX.mcp', 'two shapes at once are a result that says so, and nothing changes', async () => {
    const { id } = await served.open(asks.Q1)
    expectRefusal(await use(model, 'answer', { interaction: id, approve: false, answers: ['Yes'] }), 'invalid_request')
    expectRefusal(await use(model, 'answer', { interaction: id, done: true, not_now: true }), 'invalid_request')
    expect((await served.read(id)).status).toBe('pending')
  })

  test('an action approved in person takes the nonce that reading it gave', async () => {
    const { id } = await served.open(asks.H)
    const { nonce } = (await use(model, 'answer', { interaction: id })).structuredContent
    expectRefusal(await use(model, 'answer', { interaction: id, approve: true, present_user: true }), 'nonce_required')
    const answered = await use(model, 'answer', { interaction: id, approve: true, present_user: true, nonce })
    expect(answered.structuredContent.status).toBe('resolved')
  })

  test('refusals are results that a model can read and mend', async () => {
    const { id } = await served.open(asks.M)
    const interaction = id
    expectRefusal(await use(model, 'answer', { interaction, approve: true }), 'present_user_required', 'present_user')
    expectRefusal(await use(model, 'answer', { interaction, approve: true, answers: ['x'] }), 'invalid_request')
    expectRefusal(await use(model, 'answer', { interaction, done: true }), 'answer_mismatch')
    expectRefusal(await use(model, 'answer', { interaction, aprove: true }), 'unknown_parameter', 'aprove')
    expectRefusal(await use(model, 'answer', { interaction, status: 'pending' }), 'invalid_request', 'status')
    expectRefusal(await use(model, 'answer', { interaction, approve: 'yes' }), 'invalid_request', 'approve')
    expectRefusal(await use(model, 'answer', { approve: true }), 'invalid_request', 'interaction')
    expectRefusal(await use(model, 'answer', { interaction: 'int_none' }), 'not_found')
    expectRefusal(await use(model, 'answer', { limit: 0 }), 'invalid_request', 'limit')
    expect((await served.read(id)).status).toBe('pending')
    await served.cancel(id)
    expectRefusal(await use(model, 'answer', { interaction, approve: false }), 'already_cancelled')
  })

  test('output arrives as it was sent', async () => {
    const { id } = await served.open(asks.TC)
    const output = '{"id": 12345678901234567890, "x": 1e400, "n": "\\u0000"}'
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"answer","arguments":{"interaction":"${id}","output":${output}}}}`
    const headers = {
      ...served.runtime.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const response = await fetch(`${served.url}/mcp`, { method: 'POST', headers, body })
    expect(await response.text()).toContain('completed')
    expect((await served.result(id)).text).toContain(`"output":${output}`)
  })

  test('the picture of a hand-off is a picture', async () => {
    const { id } = await served.open({ ...asks.HO, frame: jpegFrame })
    const { content, structuredContent } = await use(model, 'answer', { interaction: id })
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/jpeg', data: jpegFrame.split(',')[1] })
    expect(structuredContent).not.toHaveProperty('frame_url')
  })

  test('the operator can take present_user away', async () => {
    const careful = await serveApi({ MCP_PRESENT_USER: '0' })
    const client = await connect(careful.runtime, careful)
    const { tools } = await client.listTools()
    expect(tools[0]?.inputSchema.properties).not.toHaveProperty('present_user')
    expect(tools[0]?.description).toContain('cannot be given here')
    const { id } = await careful.open(asks.M)
    const refused = await use(client, 'answer', { interaction: id, approve: true, present_user: true })
    expectRefusal(refused, 'present_user_required', 'present_user')
    expect((await use(client, 'answer', { interaction: id, approve: false })).structuredContent.status).toBe('resolved')
    await client.close()
    await careful.close()
  })
})

describe('asking', () => {
  const payment = { summary: 'pay, amount $500.00', action: 'pay', moves_money: true, arguments: { to: 'Lakeside' } }

  async function whenOpen(summary: string): Promise<Body> {
    for (;;) {
      const { data } = (await served.list('?limit=100')).body
      const found = data.find((item) => item.summary === summary)
      if (found) return found
      await new Promise(setImmediate)
    }
  }

  test('request_approval waits for a yes, and shows what it would do', async () => {
    const asked = use(agent, 'request_approval', { ...payment, summary: 'pay A', user_id: 'traveller-42' })
    const item = await whenOpen('pay A')
    expect(item).toMatchObject({
      kind: 'tool_permission',
      moves_money: true,
      details: { tool_name: 'pay', rows: [{ label: 'to', value: 'Lakeside' }] },
    })
    await served.answer(item.id, { approve: true, present_user: true })
    const { structuredContent } = await asked
    expect(structuredContent).toMatchObject({ interaction: item.id, decision: 'approved', present_user: true })
    expect(structuredContent).not.toHaveProperty('next')
  })

  test('a no says not to act, and why', async () => {
    const asked = use(agent, 'request_approval', { ...payment, summary: 'pay B' })
    await served.answer((await whenOpen('pay B')).id, { approve: false, message: 'too dear' })
    const { structuredContent } = await asked
    expect(structuredContent).toMatchObject({ decision: 'denied', message: 'too dear' })
    expect(structuredContent.next).toContain('do not take this step')
  })

  test('a pending result says so, and when to come back', async () => {
    const asked = await use(agent, 'request_approval', { ...payment, summary: 'pay C', wait: 0, external_id: 'c' })
    expect(asked.structuredContent).toMatchObject({ status: 'pending', decision: null, retry_after_seconds: 30 })
    expect(asked.structuredContent.next).toContain('Do not go on')
    const { interaction } = asked.structuredContent
    const again = await use(agent, 'request_approval', { ...payment, summary: 'pay C', wait: 0, external_id: 'c' })
    expect(again.structuredContent.interaction).toBe(interaction)
    await served.answer(interaction, { approve: true, present_user: true })
    const result = await use(agent, 'get_result', { interaction })
    expect(result.structuredContent).toMatchObject({ decision: 'approved' })
  })

  test('ask_question and hand_off bring the answers back', async () => {
    const question = use(agent, 'ask_question', {
      summary: 'which flight',
      questions: [{ question: 'Which?', options: [{ label: 'The 09:15 flight' }] }],
    })
    await served.answer((await whenOpen('which flight')).id, { answers: ['The 09:15 flight'] })
    expect((await question).structuredContent).toMatchObject({ answers: ['The 09:15 flight'] })
    const handOff = use(agent, 'hand_off', {
      summary: 'the code',
      instructions: 'The code?',
      asks_for_value: true,
      url: 'https://airline.example/',
    })
    const item = await whenOpen('the code')
    expect(item.browser).toEqual({ suggested_mode: 'control', url: 'https://airline.example/' })
    await served.answer(item.id, { answers: ['1234'] })
    expect((await handOff).structuredContent).toMatchObject({ decision: 'answered', answers: ['1234'] })
  })

  test('what is wrong with an ask is a result', async () => {
    expectRefusal(await use(agent, 'request_approval', { action: 'x' }), 'invalid_request', 'summary')
    expectRefusal(await use(agent, 'request_approval', { ...payment, wait: 601 }), 'invalid_request', 'wait')
    expectRefusal(await use(agent, 'ask_question', { summary: 'x', questions: [] }), 'invalid_request', 'questions')
    expectRefusal(await use(agent, 'get_result', { interaction: 'int_none' }), 'not_found')
    const others = await served.open(asks.A)
    expectRefusal(await use(agent, 'get_result', { interaction: others.id }), 'not_found')
  })

  test('a long wait sends word of progress', async () => {
    const told: Progress[] = []
    const asked = agent.callTool(
      { name: 'request_approval', arguments: { ...payment, summary: 'pay D', wait: 30 } },
      undefined,
      { onprogress: (progress) => void told.push(progress), resetTimeoutOnProgress: true },
    )
    const { id } = await whenOpen('pay D')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    expect(told[0]).toMatchObject({ progress: 0, total: 30, message: 'Waiting for a person.' })
    await served.answer(id, { approve: true, present_user: true })
    expect((await asked).structuredContent).toMatchObject({ decision: 'approved' })
  }, 30_000)

  describe('permission_prompt', () => {
    const prompt = async (
      tool_name: string,
      input: Record<string, unknown>,
      deal: (item: Body) => Promise<unknown>,
      summary: string,
    ) => {
      const asked = use(agent, 'permission_prompt', { tool_name, input, tool_use_id: `toolu_${summary}` })
      await deal(await whenOpen(summary))
      return JSON.parse(textOf(await asked))
    }

    test('allows with the same input, or denies with the note', async () => {
      const allowed = await prompt(
        'Bash',
        { command: 'ls' },
        ({ id }) => served.answer(id, { approve: true }),
        'use Bash: ls',
      )
      expect(allowed).toEqual({ behavior: 'allow', updatedInput: { command: 'ls' } })
      const denied = await prompt(
        'mcp__bank__pay',
        { amount: 5 },
        ({ id }) => served.answer(id, { approve: false, message: 'not today' }),
        'use pay',
      )
      expect(denied).toEqual({ behavior: 'deny', message: 'not today' })
    })

    test('a tool of a server is a company action; a withdrawn ask is a no', async () => {
      let seen: Body | undefined
      const denied = await prompt(
        'mcp__ops__deploy',
        {},
        async (item) => {
          seen = item
          await served.cancel(item.id)
        },
        'use deploy',
      )
      expect(seen).toMatchObject({ requires_present_user: true, details: { tool_name: 'deploy', server: 'ops' } })
      expect(denied).toEqual({ behavior: 'deny', message: 'Not approved (cancelled).' })
    })

    test('questions are asked as questions, a plan as a plan', async () => {
      const questions = [
        {
          question: 'Which database?',
          header: 'Database',
          options: [{ label: 'SQLite', description: 'one file' }],
          multiSelect: false,
        },
      ]
      const answered = await prompt(
        'AskUserQuestion',
        { questions },
        ({ id }) => served.answer(id, { answers: ['SQLite'] }),
        'Database',
      )
      expect(answered).toEqual({
        behavior: 'allow',
        updatedInput: { questions, answers: { 'Which database?': 'SQLite' } },
      })
      const planned = await prompt(
        'ExitPlanMode',
        { plan: '1. Export' },
        ({ id }) => served.answer(id, { approve: true }),
        'start with this plan',
      )
      expect(planned).toEqual({ behavior: 'allow', updatedInput: { plan: '1. Export' } })
    })
  })
})

describe('at the door', () => {
  const post = (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"ping"}') =>
    fetch(`${served.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    })

  test('401 without a valid key', async () => {
    const none = await post({})
    expect(none.status).toBe(401)
    expect(none.headers.get('www-authenticate')).toBe('Bearer realm="vestra"')
    const wrong = await post({ authorization: 'Bearer vk_test_wrong' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_credentials' } })
  })

  test('403 for a session, and a cookie does not count', async () => {
    const { body } = await served.call('POST', '/v1/sessions', { by: served.runtime, body: { user_id: 'u' } })
    const token = (body as unknown as { token: string }).token
    expect((await post({ authorization: `Bearer ${token}` })).status).toBe(403)
    const person = await served.makePerson('admin')
    expect((await post(person.headers)).status).toBe(401)
  })

  test('403 for pages of other sites and for names that are not ours', async () => {
    const by = served.all.headers
    expect((await post({ ...by, origin: 'https://evil.example' })).status).toBe(403)
    expect((await post({ ...by, origin: 'null' })).status).toBe(403)
    expect((await post({ ...by, origin: served.url })).status).toBe(200)
    const { handleMcp } = await import('./handle')
    const rebound = new Request('http://evil.example/mcp', { method: 'POST', headers: { ...by, host: 'evil.example' } })
    expect((await handleMcp(served.app, rebound, { address: null })).status).toBe(403)
  })

  test('405 for anything but POST', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${served.url}/mcp`, { method, headers: served.all.headers })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })

  test('400 for what is no JSON, 413 for too much', async () => {
    expect((await post(served.all.headers, '{')).status).toBe(400)
    expect((await post(served.all.headers, `"${'x'.repeat(2 * 1024 * 1024)}"`)).status).toBe(413)
  })
})

test('vestra mcp serves the same on standard input and output', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'lib/cli/client.ts', 'mcp'],
    env: { VESTRA_BASE_URL: served.url, VESTRA_API_KEY: served.all.secret },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport as Parameters<Client['connect']>[0])
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('answer')
  const { id } = await served.open(asks.A)
  const answered = await use(client, 'answer', { interaction: id, approve: true })
  expect(answered.structuredContent).toMatchObject({ id, status: 'resolved' })
  expectRefusal(await use(client, 'answer', { interaction: id, approve: true }), 'already_resolved')
  await expect(use(client, 'nothing')).rejects.toThrow('There is no tool nothing')
  await client.close()
}, 30_000)

test('vestra mcp tells what is wrong with its key', async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import', 'tsx', 'lib/cli/client.ts', 'mcp'],
    env: { VESTRA_BASE_URL: served.url, VESTRA_API_KEY: 'vk_test_wrong' },
  })
  const client = new Client({ name: 'test', version: '1' })
  await expect(client.connect(transport as Parameters<Client['connect']>[0])).rejects.toThrow('revoked')
  await client.close()
}, 30_000)
