import { randomUUID } from 'node:crypto'
import { operations } from '@/lib/rest/operations'
import { asks } from '@/lib/testing/asks'
import { connectTo, head } from './raw'

/** One exchange, with what differs from run to run replaced by names. */
export interface Step {
  name: string
  status: number
  headers: Record<string, string>
  body: unknown
}

interface Call {
  body?: unknown
  raw?: string
  headers?: Record<string, string>
  by?: string | null
}

/** Not part of the contract: how the message is framed, and when. */
const framing = new Set(['connection', 'content-encoding', 'content-length', 'date', 'keep-alive', 'transfer-encoding'])
const varying = new Set(['etag', 'ratelimit', 'x-request-id'])
const nameless = new Set(['nonce', 'token', 'key', 'secret', 'last4', 'next_cursor', 'hash'])
/** What Next adds for its own pages and for compressing. */
const addedByNext = /^(rsc|next-.*|accept-encoding)$/i

/** Walks the whole API: each operation with its errors, and what people do in the order in which they do it. */
export async function journey(baseUrl: string, key: string): Promise<Step[]> {
  const steps: Step[] = []
  const names = new Map<string, string>()

  /** An id by its prefix and the order in which it turned up, so that both runs must speak of the same thing. */
  const nameOf = (id: string, prefix: string) => {
    const known = names.get(id)
    if (known) return known
    const count = [...names.values()].filter((name) => name.startsWith(`${prefix}#`)).length
    const name = `${prefix}#${count + 1}`
    names.set(id, name)
    return name
  }
  const neutral = (text: string) =>
    text
      .replaceAll(baseUrl, '<url>')
      .replace(/\b([a-z]{2,4})_[0-9a-z]{26}\b/g, (id, prefix) => (prefix === 'req' ? '<request>' : nameOf(id, prefix)))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replace(/\b(vk|vst)_(test|live)_[\w-]+/g, '<secret>')
      .replace(/#[\w-]{40,}/g, '#<token>')
  const neutralValue = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string') return nameless.has(name) ? '<some>' : neutral(value)
    if (Array.isArray(value)) return value.map((each) => neutralValue(each))
    if (typeof value !== 'object' || value === null) return value
    // Under Next nobody knows from where the call came.
    const entries = Object.entries(value).filter(([each]) => each !== 'address')
    return Object.fromEntries(entries.map(([each, inner]) => [each, neutralValue(inner, each)]))
  }
  const neutralHeaders = (headers: Headers) =>
    Object.fromEntries(
      [...headers]
        .filter(([name]) => !framing.has(name))
        .map(([name, value]) => [name, varying.has(name) ? '<some>' : neutral(name === 'vary' ? ours(value) : value)])
        .filter(([, value]) => value !== '')
        .sort(),
    )

  const ours = (vary: string) =>
    vary
      .split(/, */)
      .filter((name) => !addedByNext.test(name))
      .join(', ')

  // biome-ignore lint/suspicious/noExplicitAny: whatever the API sends.
  async function call(name: string, method: string, path: string, options: Call = {}): Promise<any> {
    return note(name, await send(method, path, options))
  }
  async function send(method: string, path: string, options: Call = {}) {
    const { body, raw, headers, by = key } = options
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(by !== null && { Authorization: `Bearer ${by}` }),
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    })
    const text = await response.text()
    const isJson = text !== '' && /json/.test(response.headers.get('Content-Type') ?? '')
    return { status: response.status, headers: response.headers, value: isJson ? JSON.parse(text) : text }
  }
  function note(name: string, { status, headers, value }: Awaited<ReturnType<typeof send>>) {
    steps.push({ name, status, headers: neutralHeaders(headers), body: neutralValue(value) })
    return value
  }
  const open = (name: string, body: unknown, options: Call = {}) =>
    call(`open ${name}`, 'POST', '/v1/interactions', { ...options, body })
  const answer = (name: string, id: string, body: unknown, options: Call = {}) =>
    call(`answer ${name}`, 'POST', `/v1/interactions/${id}/answer`, { ...options, body })

  async function everyOperationRefuses() {
    for (const { id, method, path } of operations) {
      const target = path.replace(/\{(\w+)_id\}/g, (_, noun) => `${noun}_none`).replace(/\{\w+\}/g, 'none')
      const body = method === 'POST' || method === 'PATCH' ? { body: { nothing: 1 } } : {}
      await call(`${id} without a credential`, method, target, { ...body, by: null })
      await call(`${id} with a foreign key`, method, target, { ...body, by: 'vk_test_none' })
      await call(`${id} with a field or parameter that there is not`, method, `${target}?nothing=1`, body)
      await call(`${id} with a method that there is not`, 'PUT', target)
      await call(`${id}, OPTIONS`, 'OPTIONS', target, { headers: { Origin: 'https://app.example.com' } })
      if (method === 'GET') await call(`${id}, HEAD`, 'HEAD', target)
    }
    await call('no such route', 'GET', '/v1/nothing')
    await call('the root of the API', 'GET', '/v1')
    await call('a trailing slash', 'GET', '/v1/interactions/')
    await call('a path that is no encoding', 'GET', '/v1/interactions/%E0%A4%A')
    await call('an encoded slash', 'GET', '/v1/interactions/int_1%2Fresult')
  }

  async function anAgentAsks() {
    const conversation = await call('open a conversation', 'POST', '/v1/conversations', {
      body: { user_id: 'traveller-42' },
    })
    const task = await call('open a task', 'POST', '/v1/tasks', {
      body: { user_id: 'traveller-42', conversation_id: conversation.id, title: 'A trip' },
    })
    const headers = { 'Idempotency-Key': randomUUID() }
    const { task_id: _, ...money } = asks.M as Record<string, unknown>
    const inTask = { ...money, user_id: 'traveller-42', task_id: task.id }
    const item = await open('in a task', inTask, { headers })
    await open('in a task, again', inTask, { headers })
    await open('something else with the same key', { ...inTask, summary: 'Other' }, { headers })
    await open('with nothing in it', {})
    await open('with a field that there is not', { ...asks.A, presentUser: true })
    await call('open with a broken body', 'POST', '/v1/interactions', { raw: '{"kind":' })
    await call('open with a body twice', 'POST', '/v1/interactions', { raw: '{"kind":"a","kind":"b"}' })
    await call('open as text', 'POST', '/v1/interactions', { raw: '{}', headers: { 'Content-Type': 'text/plain' } })
    await call('open with too much', 'POST', '/v1/interactions', { raw: `{"summary":"${'x'.repeat(2_200_000)}"}` })
    await call('its result', 'GET', `/v1/interactions/${item.id}/result`)
    await call('its result, after a wait', 'GET', `/v1/interactions/${item.id}/result?wait=1`)
    await call('a wait that is too long', 'GET', `/v1/interactions/${item.id}/result?wait=51`)
    await call('verify', 'POST', `/v1/interactions/${item.id}/verify`, { body: { arguments: { a: 1 } } })
    await call('end the task', 'POST', `/v1/tasks/${task.id}/end`)
    await call('end the task, again', 'POST', `/v1/tasks/${task.id}/end`)
    await call('the withdrawn item', 'GET', `/v1/interactions/${item.id}?include=context`)
    const limit = await open('a plan limit', asks.PL)
    await call('settle it', 'POST', `/v1/interactions/${limit.id}/settle`)
    await call('settle it, again', 'POST', `/v1/interactions/${limit.id}/settle`)
  }

  async function peopleAnswer() {
    const items: Record<string, { id: string }> = {}
    for (const [name, ask] of Object.entries(asks)) items[name] = await open(name, ask)
    const id = (name: string) => items[name]?.id ?? ''
    await call('list', 'GET', '/v1/interactions?limit=3')
    await call('list by user and type', 'GET', '/v1/interactions?user_id=traveller-42&type=approval&include=context')
    await call('list with a bad limit', 'GET', '/v1/interactions?limit=0')
    await call('list with a parameter twice', 'GET', '/v1/interactions?limit=1&limit=2')
    await call('list with a bad cursor', 'GET', '/v1/interactions?cursor=x')
    await call('read', 'GET', `/v1/interactions/${id('H')}`)
    await call('read, HEAD', 'HEAD', `/v1/interactions/${id('H')}`)
    await call('read, already known', 'GET', `/v1/interactions/${id('A')}`, { headers: { 'If-None-Match': '*' } })
    await answer('money without a person', id('M'), { approve: true })
    await answer('money', id('M'), { approve: true, present_user: true })
    await answer('money, again', id('M'), { approve: false })
    await answer('in person without the nonce', id('H'), { approve: true, present_user: true })
    await answer('in person with a wrong nonce', id('H'), { approve: true, present_user: true, nonce: 'x' })
    await answer('an approval with answers', id('A'), { answers: ['yes'] })
    await answer('two shapes', id('A'), { approve: true, done: true })
    await answer('no', id('A'), { approve: false, message: 'Not today \u{1F600}' })
    await answer('too few', id('Q2'), { answers: ['a'] })
    await answer('a question', id('Q2'), { answers: ['a', ''] })
    await answer('a hand-off', id('HO'), { not_now: true })
    await answer('a secret', id('HOv'), { answers: ['1234'] })
    await call('the secret, for the asker', 'GET', `/v1/interactions/${id('HOv')}/result`)
    await call('the secret, for everybody', 'GET', `/v1/interactions/${id('HOv')}`)
    await call('a tool call', 'POST', `/v1/interactions/${id('TC')}/answer`, {
      raw: '{"output":{"id":12345678901234567890,"x":1e400,"t":"\\u0000"}}',
    })
    await call('its output', 'GET', `/v1/interactions/${id('TC')}/result`)
    await call('cancel', 'POST', `/v1/interactions/${id('Q1')}/cancel`)
    await call('cancel, again', 'POST', `/v1/interactions/${id('Q1')}/cancel`, { body: { reason: 'Other' } })
    await call('cancel a plan limit', 'POST', `/v1/interactions/${id('PL')}/cancel`, { body: { reason: '' } })
    const headers = { 'Idempotency-Key': 'one key' }
    await answer('with a bad key', id('mcp'), { approve: false }, { headers })
    const keyed = { headers: { 'Idempotency-Key': randomUUID() } }
    await answer('with a key', id('mcp'), { approve: false }, keyed)
    await answer('with a key, again', id('mcp'), { approve: false }, keyed)
    await answer('with a key used elsewhere', id('fn'), { approve: false }, keyed)
    const polled = send('GET', `/v1/interactions/${id('fn')}?wait=50`)
    await answer('what is waited for', id('fn'), { approve: true, present_user: true })
    note('a wait that is answered', await polled)
    await call('the record', 'GET', `/v1/interactions/${id('fn')}/audit`)
    return id('fnReadOnly')
  }

  async function othersTakePart(itemId: string) {
    const session = await call('open a session', 'POST', '/v1/sessions', { body: { user_id: 'traveller-42' } })
    const token = { by: String(session.token) }
    await call('read with the token', 'GET', `/v1/interactions/${itemId}`, token)
    const origin = { ...token, headers: { Origin: 'https://app.example.com' } }
    await call('read with the token from a page', 'GET', `/v1/interactions/${itemId}`, origin)
    await call('list with the token', 'GET', '/v1/interactions', token)
    await answer('with the token', itemId, { approve: true }, token)
    await call('end the session', 'DELETE', `/v1/sessions/${session.id}`)
    await call('read with the ended token', 'GET', `/v1/interactions/${itemId}`, token)
    const made = await call('make a key', 'POST', '/v1/keys', {
      body: { name: 'bot', scope: 'ask', agent: 'Concierge' },
    })
    const asker = { by: String(made.key) }
    await call('list with an ask key', 'GET', '/v1/interactions', asker)
    const own = await open('with an ask key', asks.A, asker)
    await answer('with an ask key', own.id, { approve: true }, asker)
    await call('revoke the key', 'DELETE', `/v1/keys/${made.id}`)
    await open('with a revoked key', asks.A, asker)
    const person = await call('add a person', 'POST', '/v1/people', {
      body: { email: 'ada@example.com', role: 'admin', user_ids: ['traveller-42'] },
    })
    await call('remove the last admin', 'DELETE', `/v1/people/${person.id}`)
    await call('events', 'GET', '/v1/events?limit=5')
    await call('events of one item', 'GET', `/v1/interactions/${itemId}/events`)
  }

  async function badHeadersComeRaw() {
    const { port } = new URL(baseUrl)
    for (const [name, headers] of [
      ['one authorization', [['Authorization', `Bearer ${key}`]]],
      [
        'two authorizations',
        [
          ['Authorization', `Bearer ${key}`],
          ['Authorization', `Bearer ${key}`],
        ],
      ],
      [
        'a foreign one and ours',
        [
          ['Authorization', 'Bearer vk_test_none'],
          ['Authorization', `Bearer ${key}`],
        ],
      ],
      [
        'ours and a foreign one',
        [
          ['Authorization', `Bearer ${key}`],
          ['Authorization', 'Basic eDp5'],
        ],
      ],
    ] as [string, [string, string][]][]) {
      const connection = await connectTo(Number(port))
      connection.send(head('GET', '/v1/interactions', headers))
      steps.push({ name, status: (await connection.status()) ?? 0, headers: {}, body: null })
      connection.socket.destroy()
    }
  }

  await everyOperationRefuses()
  await anAgentAsks()
  await othersTakePart(await peopleAnswer())
  await badHeadersComeRaw()
  return steps
}
