import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { authOptions } from '@/lib/auth/next-auth'
import { describeLink } from '@/lib/auth/sign-in-link'
import { handlerOf } from '@/lib/http/mount'
import { operations } from '@/lib/rest/operations'
import { shareApp } from '@/lib/services/app'
import { makeSignInLink } from '@/lib/services/people'
import { type Api, type Caller, type Key, origin, startApi } from '@/lib/testing/api'
import { asks, jpegFrame } from '@/lib/testing/asks'
import { codeIn, type SlackWorkspace, startSlackWorkspace } from '@/lib/testing/slack-workspace'

const metricsToken = 'leak-metrics-token-0123456789'
const afterHash = (url: unknown) => String(url).split('#')[1] ?? ''

let api: Api
let planted = 0
/** Never in the log. */
const unlogged = new Set<string>()
/** Not even in the record. */
const unrecorded = new Set<string>()

/** A text that is nobody's business; what is said about an item may be in its record, but in no log. */
function plant(place: string): string {
  const text = `leak-${place}-${++planted}x`
  unlogged.add(text)
  return text
}

function secret(text: string): string {
  unlogged.add(text)
  unrecorded.add(text)
  return text
}

const plantSecret = (place: string) => secret(plant(place))

/** Every header that a client might put a secret in. */
const loudHeaders = () => ({
  'User-Agent': plantSecret('agent'),
  Referer: `https://example.com/${plantSecret('referer')}`,
  'X-Api-Key': plantSecret('x-api-key'),
  'X-Forwarded-For': plantSecret('forwarded'),
  'Vestra-Client': plantSecret('client'),
  'Last-Event-ID': plantSecret('event'),
  'If-None-Match': plantSecret('etag'),
})

async function everyCall(by: Caller): Promise<void> {
  for (const { method, path } of operations) {
    const target = path.replaceAll(/\{\w+\}/g, () => plantSecret('path'))
    const headers = { ...loudHeaders(), 'Idempotency-Key': plantSecret('idempotency') }
    await api.call(method, target, { by, headers })
    await api.call(method, `${target}?${plantSecret('name')}=${plantSecret('value')}`, { by, headers })
    if (method === 'GET') continue
    const body = { [plantSecret('field')]: plantSecret('member'), summary: plantSecret('summary') }
    await api.call(method, target, { by, headers, body })
    await api.call(method, target, { by, headers, raw: `{"broken": "${plantSecret('broken')}` })
  }
}

async function everyStory(): Promise<void> {
  const rows = [{ label: 'note', value: plantSecret('row') }]
  const args = { password: plantSecret('argument'), to: plantSecret('argument') }
  const shown = { summary: plant('summary'), metadata: { note: plantSecret('metadata') } }
  const yes = await api.open({ ...asks.M, ...shown, rows, arguments: args, reason: plantSecret('reason') })
  await api.call('POST', `/v1/interactions/${yes.id}/verify`, { by: api.all, body: { arguments: args } })
  await api.answer(yes.id, { approve: true })
  await api.answer(yes.id, { approve: true, present_user: true })
  await api.answer(yes.id, { approve: false, message: plantSecret('message') })

  const inPerson = await api.open({ ...asks.H, action: plantSecret('action') })
  const nonce = secret(String((await api.read(inPerson.id)).nonce))
  await api.answer(inPerson.id, { approve: true, present_user: true, nonce: plantSecret('nonce') })
  await api.answer(inPerson.id, { approve: true, present_user: true, nonce })

  const code = await api.open({
    ...asks.HOv,
    frame: jpegFrame,
    browser: { live_url: `wss://x.example/${plantSecret('live')}` },
  })
  await api.answer(code.id, { answers: [plantSecret('code')] })
  await api.result(code.id)

  const tool = await api.open(asks.TC)
  await api.answer(tool.id, { output: { value: plantSecret('output') } }, api.all, {
    'Idempotency-Key': plantSecret('key'),
  })
  await api.result(tool.id)
  const broken = await api.open(asks.TC)
  await api.answer(broken.id, { error: plantSecret('error') })
  await api.result(broken.id)

  const question = await api.open({ ...asks.Q1, external_id: plantSecret('external') })
  await api.answer(question.id, { answers: [plantSecret('answer')] })
  const denied = await api.open(asks.A)
  await api.answer(denied.id, { approve: false, message: plantSecret('note') })
  const withdrawn = await api.open(asks.A)
  await api.cancel(withdrawn.id, { reason: plantSecret('withdrawal') })
}

async function everyCredential(): Promise<void> {
  const made = async (path: string, body: unknown, by: Caller = api.all) =>
    (await api.call('POST', path, { by, body })).body as unknown as Record<string, unknown>
  const session = await made('/v1/sessions', { user_id: 'traveller-42' })
  const token = secret(String(session.token))
  await everyCall({ id: 'session', headers: { Authorization: `Bearer ${token}` } })
  secret(String((await made('/v1/keys', { name: 'made', scope: 'ask' })).key))
  const url = `https://example.com/${plantSecret('webhook')}`
  secret(String((await made('/v1/webhook_endpoints', { url })).secret))

  const person = await api.makePerson('user', { userIds: ['traveller-42'] })
  secret(person.headers.Cookie ?? '')
  await everyCall(person)
  const link = secret(afterHash((await made('/v1/users/traveller-43/links', {})).url))
  await made('/v1/user_links/describe', { token: link }, person)
  await made('/v1/user_links/accept', { token: link }, person)
  const connect = secret(
    afterHash((await made('/v1/connections', { user_id: 'traveller-42', app: 'calendar' })).connect_url),
  )
  await made('/v1/connections/describe', { token: connect }, person)
  await made('/v1/connections/start', { token: connect }, person)
  await made('/v1/connections/complete', { state: plantSecret('state'), code: plantSecret('grant') }, person)

  for (const forged of [
    `Bearer ${plantSecret('bearer')}`,
    `Basic ${plantSecret('basic')}`,
    `Bearer vk_test_${plantSecret('key')}`,
    `Bearer vst_live_${plantSecret('token')}`,
    plantSecret('bare'),
  ]) {
    await api.call('GET', '/v1/interactions', { headers: { Authorization: forged } })
  }
  await api.call('GET', `/v1/interactions?api_key=${plantSecret('query')}`)
  await api.call('GET', '/v1/interactions', {
    headers: { Cookie: `next-auth.session-token=${plantSecret('cookie')}; other=${plantSecret('cookie')}` },
  })
}

async function everySignIn(): Promise<void> {
  const options = authOptions(api.app)
  const authorize = (id: string) => {
    const provider = options.providers.find((each) => (each.options as { id?: string }).id === id)
    return provider?.options as { authorize(input: unknown, request: unknown): Promise<unknown> }
  }
  const request = { headers: { 'x-vestra-address': '127.0.0.1', cookie: plantSecret('cookie') } }
  const wrong = { email: `${plantSecret('email')}@example.com`, password: plantSecret('password') }
  await authorize('password')
    .authorize(wrong, request)
    .catch(() => {})
  const person = await api.makePerson('user')
  const token = secret(afterHash(await makeSignInLink(api.app, person.id)))
  const profile = { token, name: plant('person'), password: plantSecret('new-password') }
  await authorize('link')
    .authorize({ ...profile, password: plantSecret('short').slice(0, 5) }, request)
    .catch(() => {})
  await authorize('link').authorize(profile, request)
  await authorize('link')
    .authorize({ token: plantSecret('link') }, request)
    .catch(() => {})
  options.logger?.error?.('OAUTH_CALLBACK_ERROR', {
    error: new Error('no answer'),
    code: plantSecret('oauth-code'),
  } as never)
  shareApp(api.app)
  for (const token of [plantSecret('described'), secret(afterHash(await makeSignInLink(api.app, person.id)))]) {
    const body = JSON.stringify({ token })
    const headers = { 'Content-Type': 'application/json', ...loudHeaders() }
    await describeLink(new Request(`${origin}/api/sign-in-link`, { method: 'POST', body, headers }))
  }
}

async function everyOtherDoor(by: Key): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...loudHeaders(),
    }
    const init = { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...by.headers } }
    const request = new Request(`${origin}${path}`, init)
    await (await handlerOf(path.split('?')[0] ?? '')?.(api.app, request, { address: null }))?.text()
  }
  const waiting = await api.open({ ...asks.A, user_id: 'traveller-42' })
  const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: plantSecret('id'), method, params })
  await post(
    '/mcp',
    rpc('tools/call', {
      name: 'answer',
      arguments: { interaction: waiting.id, approve: false, message: plantSecret('mcp') },
    }),
  )
  await post('/mcp', rpc('tools/call', { name: plantSecret('tool'), arguments: { secret: plantSecret('mcp') } }))
  await post('/mcp', rpc(plantSecret('method'), { secret: plantSecret('mcp') }))
  const message = { role: 'ROLE_USER', messageId: plantSecret('message'), parts: [{ text: plantSecret('a2a') }] }
  await post('/a2a', rpc('SendMessage', { message }))
  await post('/a2a', rpc(plantSecret('method'), { secret: plantSecret('a2a') }))
  await post(`/a2a/message:send?${plantSecret('a2a')}=${plantSecret('a2a')}`, { message })
  await post(`/${plantSecret('route')}`, {})
  await post(`/v1/${plantSecret('route')}`, {})
  await post('/metrics', {})
  await api.call('POST', '/v1/interactions', { by, body: { ...asks.A, user_id: `a\u0000${plantSecret('nul')}` } })
}

/** The code that links a Slack account, and what Slack, or somebody in its place, sends. */
async function everyPress(slack: SlackWorkspace): Promise<void> {
  const by = await api.makePerson('user')
  await api.call('POST', '/v1/notices/slack', { by, body: { member_id: 'U0ADA111' } })
  const code = secret(codeIn(slack.messages[0]))
  expect((await api.call('POST', '/v1/notices/slack/confirm', { by, body: { code } })).status).toBe(200)
  const action = { type: 'button', action_id: 'deny', value: plantSecret('item') }
  const payload = { type: 'block_actions', team: { id: slack.team }, user: { id: 'U0ADA111' }, actions: [action] }
  const body = new URLSearchParams({ payload: JSON.stringify({ ...payload, token: plantSecret('slack') }) }).toString()
  for (const headers of [slack.sign(body), { ...slack.sign(body), 'X-Slack-Signature': plantSecret('signature') }]) {
    const request = new Request(`${origin}/slack/actions`, { method: 'POST', body, headers })
    const response = await handlerOf('/slack')?.(api.app, request, { address: null })
    expect(response?.status).toBeGreaterThanOrEqual(400)
  }
}

/** The store says everything it knows when it fails. */
async function everyFailure(): Promise<void> {
  const fault = Object.assign(new Error(`duplicate key\nKey (token)=(${plantSecret('detail')})`), {
    code: '23505',
    detail: plantSecret('detail'),
    parameters: [plantSecret('parameter')],
  })
  const failing = vi.spyOn(api.app.store, 'listItems').mockRejectedValue(fault)
  expect((await api.list()).status).toBe(500)
  failing.mockRestore()
}

describe('what nobody may read later', () => {
  beforeAll(async () => {
    const slack = await startSlackWorkspace()
    const settings = { METRICS_TOKEN: secret(metricsToken), WEBHOOK_ALLOW_PRIVATE: '1', ...slack.settings }
    api = await startApi('sqlite', settings)
    for (const each of slack.secrets) secret(each)
    for (const key of [api.all, api.runtime, api.ask]) secret(key.secret)
    await everyStory()
    await everyCall(api.all)
    await everyCall(api.ask)
    await everyCredential()
    await everySignIn()
    await everyOtherDoor(api.all)
    await everyPress(slack)
    await everyFailure()
    await slack.close()
  }, 120_000)
  afterAll(() => api.close())

  test('is in no line of the log', () => {
    expect(unlogged.size).toBeGreaterThan(1_000)
    const lines = api.log.filter((line) => [...unlogged].some((text) => line.includes(text)))
    expect(lines).toEqual([])
  })

  test('is not in the record', async () => {
    const rows = await api.sql('SELECT * FROM audit')
    expect(rows.length).toBeGreaterThan(20)
    const leaks = rows
      .map((row) => JSON.stringify(row))
      .filter((row) => [...unrecorded].some((text) => row.includes(text)))
    expect(leaks).toEqual([])
  })

  test('the log has one line for each request, which names it', () => {
    const lines = api.log.map((line) => JSON.parse(line) as Record<string, unknown>)
    const requests = lines.filter(({ level, op }) => level === 30 && op !== undefined)
    const ids = requests.map(({ request_id }) => request_id)
    expect(ids.every((id) => /^req_[0-9a-z]{26}$/.test(String(id)))).toBe(true)
    expect(new Set(ids).size).toBe(ids.length)
    for (const line of requests) expect(line).toMatchObject({ op: expect.any(String), status: expect.any(Number) })
    const failed = lines.find(({ level, op }) => level === 50 && op === 'listInteractions')
    expect(failed?.err).toEqual({
      type: 'Error',
      code: '23505',
      message: 'duplicate key',
      stack: expect.stringMatching(/^ {4}at /),
    })
  })
})
