import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { type Api, type Body, type Caller, dialects, origin, startApi } from '@/lib/testing/api'
import { asks, exampleOf, jpegFrame } from '@/lib/testing/asks'
import { expectInteraction } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

/** RFC 8785 for the values that our examples hold. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`
}

function digestOf(item: Body, agent: string, frame?: Buffer): string {
  const { kind, type, user_id, summary, details, moves_money, requires_present_user, questions, browser } = item
  const shown = { kind, type, user_id, agent, summary, details, moves_money, requires_present_user }
  const content = {
    ...shown,
    ...(questions && { questions }),
    ...(browser && { browser }),
    ...(frame && { frame_sha256: createHash('sha256').update(frame).digest('hex') }),
  }
  return createHash('sha256')
    .update(`vestra.interaction.v1\n${canonical(content)}`)
    .digest('hex')
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  )
}

const jpegOf = (bytes: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes - 3, 7)])
const jpegUri = (jpeg: Buffer) => `data:image/jpeg;base64,${jpeg.toString('base64')}`

describe.each(dialects)('asking on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const post = (body: unknown, by: Caller = api.all, headers: Record<string, string> = {}) =>
    api.call('POST', '/v1/interactions', { by, body, headers })

  verifies('K1 B20 D19.1 A25', 'ask and all keys open items; runtime keys and people do not', async () => {
    for (const by of [api.ask, api.all]) expect((await post(asks.A, by)).status).toBe(201)
    for (const by of [api.runtime, await api.makePerson('admin'), await api.makePerson('user')]) {
      expectRefused(await post(asks.A, by), 403, 'insufficient_scope')
    }
  })

  verifies(
    'K1 C33 C8',
    'the response says where the item is, for programs and people, also when it is replayed',
    async () => {
      const ids = new Set<string>()
      for (const replayed of [null, 'true']) {
        const { status, headers, body } = await post(asks.A, api.all, { 'Idempotency-Key': 'where' })
        expect([status, headers.get('Idempotent-Replayed')]).toEqual([201, replayed])
        expect(headers.get('Location')).toBe(`/v1/interactions/${body.id}`)
        expect(headers.get('Link')).toBe(`<${origin}/inbox/${body.id}>; rel="alternate"`)
        ids.add(body.id)
      }
      expect(ids.size).toBe(1)
    },
  )

  for (const { kind, type, form } of forms) {
    verifies(
      'D18.7 D18.8 D19.12',
      `${kind} as ${type}: the digest is of what is shown, whatever the order of keys`,
      async () => {
        const created = await api.open(form.example)
        expect(created.digest).toBe(digestOf(created, 'Agent'))
        const shuffled = await api.open(reversed(form.example) as Record<string, unknown>)
        expect(shuffled.digest).toBe(created.digest)
        expect((await api.open(form.example, api.ask)).digest).toBe(digestOf(created, 'Concierge'))
      },
    )
  }

  verifies('D18.7', 'each thing that is shown changes the digest, and nothing else does', async () => {
    const digest = async (more: Record<string, unknown>) => (await api.open({ ...asks.HO, ...more })).digest
    const plain = await digest({})
    const frame = Buffer.from(jpegFrame.slice(jpegFrame.indexOf(',') + 1), 'base64')
    const withFrame = await api.open({ ...asks.HO, frame: jpegFrame })
    expect(withFrame.digest).toBe(digestOf(withFrame, 'Agent', frame))
    const shown = await Promise.all([
      digest({ user_id: 'other' }),
      digest({ summary: 'other' }),
      digest({ instructions: 'other' }),
      digest({ browser: { url: 'https://other.example/' } }),
      digest({ browser: undefined }),
      digest({ asks_for_value: true }),
      digest({ frame: jpegFrame }),
    ])
    expect(new Set([plain, ...shown]).size).toBe(shown.length + 1)
    const notShown = [
      { expires_in: 60 },
      { external_id: 'digest' },
      { metadata: { a: 'b' } },
      { browser: { url: 'https://airline.example/check-in', live_url: 'https://live.example/' } },
    ]
    for (const more of notShown) expect(await digest(more)).toBe(plain)
  })

  verifies('D18.7 D19.12', 'the digest is in the result and in the record of the decision', async () => {
    const { id, digest } = await api.open(asks.A)
    await api.answer(id, { approve: true })
    expect((await api.result(id)).body.digest).toBe(digest)
    const record = await api.audit(id)
    expect(record.find(({ action }) => action === 'interaction.answered')?.facts.digest).toBe(digest)
  })

  verifies('K4', 'an item runs out after a day, a tool call after ten minutes, a plan limit never', async () => {
    const seconds = async (asked: Record<string, unknown>) => {
      const { created_at, expires_at } = await api.open(asked)
      return expires_at === null ? null : (Date.parse(expires_at) - Date.parse(created_at)) / 1000
    }
    for (const asked of [asks.A, asks.Q1, asks.HO, asks.CN, asks.H]) expect(await seconds(asked)).toBe(86_400)
    expect(await seconds(asks.TC)).toBe(600)
    expect(await seconds(asks.PL)).toBeNull()
    for (const asked of [asks.A, asks.TC, asks.PL]) {
      expect(await seconds({ ...asked, expires_in: 10 })).toBe(10)
      expect(await seconds({ ...asked, expires_in: 2_592_000 })).toBe(2_592_000)
      expect(await seconds({ ...asked, expires_in: null })).toBeNull()
    }
  })

  verifies('K3 R54 C32', 'expires_at is taken as it is, in any zone', async () => {
    const at = async (expires_at: string) => (await api.open({ ...asks.A, expires_at })).expires_at
    expect(await at('2099-01-02T03:04:05.678Z')).toBe('2099-01-02T03:04:05.678Z')
    expect(await at('2099-01-02T03:04:05+02:00')).toBe('2099-01-02T01:04:05.000Z')
  })

  verifies('K8 R43', 'instructions are short for one question without options', async () => {
    expect((await api.open(asks.HO)).questions).toEqual([
      { question: 'Solve the captcha', header: '', options: [], multi_select: false },
    ])
  })

  verifies('K5 A29', 'the longest and the most that is allowed is accepted and shown whole', async () => {
    const face = '\u{1F600}'
    const questions = Array.from({ length: 4 }, () => ({
      question: face.repeat(2000),
      header: face.repeat(40),
      options: Array.from({ length: 10 }, (_, index) => ({
        label: `${index}${face.repeat(199)}`,
        description: face.repeat(500),
      })),
      multi_select: true,
    }))
    const summary = face.repeat(200)
    const created = await api.open({ kind: 'ask_question', user_id: face.repeat(200), summary, questions })
    expectInteraction(await api.read(created.id))
    expect(created).toMatchObject({ summary, user_id: face.repeat(200), questions })
    const rows = Array.from({ length: 30 }, (_, index) => ({
      label: `${index}`.padEnd(80, '.'),
      value: `${index}`.padEnd(index === 0 ? 2000 : 200),
    }))
    expect((await api.open({ ...asks.M, rows })).details.rows).toEqual(rows)
    const plan = face.repeat(20_000)
    expect((await api.open({ kind: 'exit_plan', summary: 's', plan })).details.plan).toBe(plan)
  })

  verifies('K7', 'rows that look like secrets are masked, unless they are to be shown', async () => {
    const labels = [
      'password',
      'Client secret',
      'API_KEY',
      'accessToken',
      'Authorization',
      'Set-Cookie',
      'Card number',
      'CVC',
      'IBAN',
      'SSN',
      'OTP',
      'credentials.password',
    ]
    const row = (label: string, show?: boolean) => ({
      label,
      value: `hunter2 ${label}`,
      ...(show !== undefined && { show }),
    })
    const shown = async (rows: unknown[]) => (await api.open({ ...asks.M, rows })).details.rows
    expect(await shown(labels.map((label) => row(label)))).toEqual(labels.map((label) => ({ label, value: '••••' })))
    expect(await shown(labels.map((label) => row(label, false)))).toEqual(
      labels.map((label) => ({ label, value: '••••' })),
    )
    expect(await shown(labels.map((label) => row(label, true)))).toEqual(
      labels.map((label) => ({ label, value: `hunter2 ${label}` })),
    )
    expect(await shown([row('Hotel'), row('Monkey'), row('Postcard')])).toEqual([
      { label: 'Hotel', value: 'hunter2 Hotel' },
      { label: 'Monkey', value: 'hunter2 Monkey' },
      { label: 'Postcard', value: 'hunter2 Postcard' },
    ])
  })

  verifies('K7 D19.11', 'arguments become masked rows where no rows are given', async () => {
    const args = {
      to: 'ada@example.com',
      count: 3,
      urgent: true,
      nothing: null,
      empty: {},
      none: [],
      tags: ['a', 'b'],
      auth: { user: 'ada', api_key: 'hunter2', nested: { password: 'hunter2' } },
    }
    expect((await api.open({ ...asks.M, rows: undefined, arguments: args })).details.rows).toEqual([
      { label: 'to', value: 'ada@example.com' },
      { label: 'count', value: '3' },
      { label: 'urgent', value: 'true' },
      { label: 'nothing', value: 'null' },
      { label: 'empty', value: '{}' },
      { label: 'none', value: '[]' },
      { label: 'tags[0]', value: 'a' },
      { label: 'tags[1]', value: 'b' },
      { label: 'auth.user', value: 'ada' },
      { label: 'auth.api_key', value: '••••' },
      { label: 'auth.nested.password', value: '••••' },
    ])
    const own = [{ label: 'What', value: 'my own words' }]
    expect((await api.open({ ...asks.M, rows: own, arguments: args })).details.rows).toEqual(own)
  })

  const deep = {
    id: 7,
    password: 'hunter2',
    login: { token: { value: 'hunter2' }, secrets: ['hunter2'] },
    plain: [1, 'x'],
  }
  const many = { ...Object.fromEntries(Array.from({ length: 29 }, (_, n) => [`f${n}`, n])), deep }

  verifies(
    'K7 D19.11',
    'arguments with many leaves become a row for each branch, and hide what is secret at any depth',
    async () => {
      const { details } = await api.open({ ...asks.M, rows: undefined, arguments: many })
      expect(JSON.stringify(details)).not.toContain('hunter2')
      const row = details.rows?.find(({ label }) => label === 'deep')
      expect(JSON.parse(row?.value ?? '')).toEqual({
        id: 7,
        password: '••••',
        login: { token: '••••', secrets: '••••' },
        plain: [1, 'x'],
      })
    },
  )

  verifies('D19.11', 'arguments that cannot be shown whole are refused', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`field ${n}`, n]))
    const tries = [tooMany, { a: 'x'.repeat(2001) }, { ['x'.repeat(81)]: 1 }, { 'a\nb': 1 }, { 'a\u202eb': 1 }]
    for (const args of tries) {
      expectRefused(await post({ ...asks.M, rows: undefined, arguments: args }), 400, 'invalid_request', 'arguments')
    }
  })

  for (const { kind, type, form } of forms.filter(({ form }) => 'arguments' in form.fields)) {
    verifies('D19.11', `${kind} as ${type}: arguments without rows are never approved unseen`, async () => {
      const { rows: _rows, ...asked } = form.example
      const { details } = await api.open({ ...asked, arguments: { target: 'production' } })
      expect(details.rows).toContainEqual({ label: 'target', value: 'production' })
    })
  }

  verifies('D19.11 D19.12', 'a number in arguments is shown with the digits that were sent', async () => {
    for (const number of ['12345678901234567890', '0.1234567890123456789', '1e400']) {
      const raw = `{"kind":"tool_permission","summary":"s","tool":{"name":"t","source":"mcp"},"arguments":{"n":${number}}}`
      const { body } = await api.call('POST', '/v1/interactions', { by: api.all, raw })
      expect(body.details.rows).toEqual([{ label: 'n', value: number }])
    }
  })

  verifies('K7 D19.12', 'arguments are stored nowhere', async () => {
    const { id } = await api.open({ ...asks.M, arguments: { marked: 'raw-argument-7391' } })
    for (const table of ['interaction', 'audit', 'event', 'idempotency']) {
      expect(JSON.stringify(await api.sql(`SELECT * FROM ${table}`), toText)).not.toContain('raw-argument-7391')
    }
    const [row] = await api.sql('SELECT arguments_hmac FROM interaction WHERE id = ?', id)
    expect(row?.arguments_hmac).toMatch(/^[0-9a-f]{64}$/)
    const plain = createHash('sha256').update('{"marked":"raw-argument-7391"}').digest('hex')
    expect(row?.arguments_hmac).not.toBe(plain)
  })

  verifies(
    'D19.12',
    'the asker can verify the arguments that were asked with, before and after the answer',
    async () => {
      const { id } = await api.open({ ...asks.M, arguments: { a: 1, b: ['x', null] } }, api.ask)
      const verify = (body: string, by: Caller = api.ask) =>
        api.call('POST', `/v1/interactions/${id}/verify`, { by, raw: body })
      const same = await verify('{"arguments":{ "b":["x",null], "a":1.0 }}')
      expect(same.body).toEqual({
        object: 'interaction.verification',
        id,
        match: true,
        status: 'pending',
        decision: null,
      })
      for (const other of [
        '{"a":1,"b":["x"]}',
        '{"a":"1","b":["x",null]}',
        '{"a":1,"b":[null,"x"]}',
        '{}',
        'null',
        '1',
      ]) {
        expect((await verify(`{"arguments":${other}}`)).body.match).toBe(false)
      }
      await api.answer(id, { approve: true, present_user: true })
      expect((await verify('{"arguments":{"a":1,"b":["x",null]}}')).body).toMatchObject({
        match: true,
        status: 'resolved',
        decision: 'approved',
      })
      expectRefused(await verify('{}'), 400, 'invalid_request', 'arguments')
      expectRefused(await verify('{"args":{}}'), 400, 'unknown_parameter', 'args')
      expectRefused(await verify('{"arguments":1}', api.runtime), 403, 'insufficient_scope')
      const stranger = await api.makeKey('ask', { agent: 'Stranger' })
      expectRefused(await verify('{"arguments":1}', stranger), 404, 'not_found')
    },
  )

  verifies('D19.12', 'numbers that differ by a digit are other arguments', async () => {
    const pairs = [
      ['12345678901234567890', '12345678901234567891'],
      ['0.99999999999999999999', '1'],
      ['9007199254740991.4', '9007199254740991'],
      ['1e-400', '0'],
      ['1e400', '2e400'],
    ]
    for (const [sent, other] of pairs) {
      const raw = `{"kind":"tool_permission","summary":"s","tool":{"name":"t","source":"mcp"},"rows":[],"arguments":${sent}}`
      const { body } = await api.call('POST', '/v1/interactions', { by: api.all, raw })
      const verify = async (number?: string) =>
        (await api.call('POST', `/v1/interactions/${body.id}/verify`, { by: api.all, raw: `{"arguments":${number}}` }))
          .body.match
      expect([sent, await verify(sent)]).toEqual([sent, true])
      expect([sent, other, await verify(other)]).toEqual([sent, other, false])
    }
  })

  verifies('D19.12', 'an item without arguments matches none', async () => {
    const { id } = await api.open(asks.A)
    const verify = await api.call('POST', `/v1/interactions/${id}/verify`, { by: api.all, body: { arguments: {} } })
    expect(verify.body.match).toBe(false)
  })

  verifies(
    'K16 D18.11',
    'external_id gives the same item for the same content, whatever the order, deadline or note',
    async () => {
      const asked = { ...exampleOf('ask_question', 'question'), external_id: 'call-1' }
      const first = await post(asked)
      expect(first.status).toBe(201)
      const others = [asked, reversed(asked), { ...asked, expires_in: 60 }, { ...asked, metadata: { retry: '1' } }]
      for (const other of others) {
        const again = await post(other)
        expect(again.status).toBe(200)
        expect(again.body).toEqual(first.body)
      }
      await api.answer(first.body.id, { answers: ['The 09:15 flight'] })
      expect((await post(asked)).body).toMatchObject({ id: first.body.id, status: 'resolved' })
      expect(await api.sql('SELECT id FROM interaction WHERE external_id = ?', 'call-1')).toHaveLength(1)
    },
  )

  verifies('K16 A35 A34', 'external_id of an item that ran out shows it expired at once', async () => {
    const asked = { ...asks.A, external_id: 'call-overdue' }
    const { id } = await api.open(asked)
    const expiredAt = new Date(await api.runOut(id)).toISOString()
    const again = await post(asked)
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      id,
      status: 'expired',
      outcome: { decision: 'expired' },
      resolved_at: expiredAt,
    })
  })

  verifies(
    'K16 D18.11 D18.18',
    'external_id with other content is a conflict, also where the mask hides the difference',
    async () => {
      const asked = (value: string) => ({
        ...asks.M,
        rows: [{ label: 'password', value }],
        external_id: 'call-2',
      })
      const first = await post(asked('one'))
      const conflict = await post(asked('two'))
      expect(expectRefused(conflict, 409, 'external_id_conflict', 'external_id').details).toEqual({ id: first.body.id })
      expectRefused(await post({ ...asked('one'), summary: 'other' }), 409, 'external_id_conflict')
      expect((await api.audit(first.body.id)).at(-1)).toMatchObject({
        action: 'interaction.refused',
        facts: { code: 'external_id_conflict' },
      })
    },
  )

  verifies('D18.11 A41', 'external_id belongs to one agent and one mode', async () => {
    const asked = { ...asks.A, external_id: 'call-3' }
    const live = await api.makeKey('all', { mode: 'live' })
    const renewed = await api.makeKey('ask', { agent: 'Concierge' })
    const opened = [await post(asked, api.all), await post(asked, api.ask), await post(asked, live)]
    expect(opened.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(3)
    expect((await post(asked, renewed)).body.id).toBe(opened[1]?.body.id)
  })

  verifies('K16 T1', 'of many opens at once with one external_id one item comes', async () => {
    const asked = { ...asks.A, external_id: 'call-4' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(asked)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 201])
  })

  verifies('D18.4 A1', 'a tool call may say kind custom or nothing', async () => {
    const { type: _type, ...rest } = asks.TC
    const bare = await api.open({ type: 'tool_call', ...rest })
    const named = await api.open({ kind: 'custom', type: 'tool_call', ...rest })
    for (const item of [bare, named]) {
      expect(item).toMatchObject({ kind: 'custom', type: 'tool_call', details: { renderer: 'tool_call' } })
      expect(item.id).toMatch(/^call_/)
    }
    expectRefused(await post({ ...rest, kind: 'tool_permission', type: 'tool_call' }), 400, 'invalid_request', 'type')
  })

  verifies('K26', 'a user row appears on first use, with the exact id', async () => {
    for (const user_id of ['Zoë', 'zoë', 'Zoe\u0308', 'Zoë']) await api.open({ ...asks.A, user_id })
    const rows = await api.sql(`SELECT user_id FROM end_user WHERE lower(user_id) LIKE 'zo%'`)
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual(['Zoë', 'zoë', 'Zoe\u0308'].sort())
  })

  verifies(
    'K6 R47 D18.7',
    "an asker's own details are shown as they were sent, or refused, and never changed in silence",
    async () => {
      for (const details of [
        '{"__proto__":{"a":1}}',
        '{"a":{"__proto__":1}}',
        '{"n":1e400}',
        '{"n":12345678901234567890}',
      ]) {
        const raw = `{"kind":"custom","type":"approval","summary":"s","renderer":"r","details":${details}}`
        const answer = await api.call('POST', '/v1/interactions', { by: api.all, raw })
        if (answer.status === 201) expect(answer.text).toContain(`"details":{"renderer":"r",${details.slice(1)}`)
        else expect(expectRefused(answer, 400, 'invalid_request').param).toMatch(/^details/)
      }
    },
  )

  verifies('K9', 'a frame of exactly 1 MiB is taken, one byte more is not', async () => {
    const largest = jpegUri(jpegOf(1024 * 1024))
    const { id } = await api.open({ ...asks.HO, frame: largest })
    expect((await api.read(id)).frame_url).toBe(largest)
    expectRefused(await post({ ...asks.HO, frame: jpegUri(jpegOf(1024 * 1024 + 1)) }), 400, 'invalid_request', 'frame')
  })

  verifies('A30 K3', 'rows may be none, and metadata holds 16 pairs', async () => {
    expect((await api.open({ ...asks.M, rows: [] })).details.rows).toEqual([])
    const pairs = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`k${index}`, 'v']))
    expect((await post({ ...asks.A, metadata: pairs })).status).toBe(201)
    expectRefused(await post({ ...asks.A, metadata: { ...pairs, more: 'v' } }), 400, 'invalid_request', 'metadata')
  })

  verifies('D18.16 A29', 'one-line texts refuse control and bidi override characters and take all others', async () => {
    const refused = [
      '\n',
      '\r',
      '\t',
      '\u0000',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u202a',
      '\u202b',
      '\u202c',
      '\u202d',
      '\u202e',
    ]
    const taken = ['\u200b', '\u200d', '\u2066', '\u2069', '\ufeff', '\u0301', '\u{1F600}', '\u00ad', '<b>']
    const places = (text: string) => [
      { ...asks.A, summary: text },
      { ...asks.Q1, questions: [{ question: 'q', header: text }] },
      { ...asks.Q1, questions: [{ question: 'q', options: [{ label: text }] }] },
      { ...asks.M, tool: { name: text, source: 'builtin' } },
      { ...asks.M, payee: { name: text } },
      { ...asks.M, rows: [{ label: text, value: 'v' }] },
      { ...asks.PL, plan_name: text },
    ]
    for (const character of refused) {
      for (const asked of places(`a${character}b`)) expectRefused(await post(asked), 400, 'invalid_text')
    }
    for (const character of taken) {
      for (const asked of places(`a${character}b`)) expect((await post(asked)).status).toBe(201)
    }
  })
})

const toText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

describe.each(dialects)('limits on what waits, on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect, { LIMIT_PENDING_PER_USER: '2', LIMIT_PENDING_TOTAL: '5' })
  })
  afterAll(() => api.close())

  const post = (userId: string | null, more: Record<string, unknown> = {}, by?: Caller, headers = {}) =>
    api.call('POST', '/v1/interactions', { by: by ?? api.all, body: { ...asks.A, user_id: userId, ...more }, headers })

  verifies(
    'K17 D18.19 D19.13',
    'a user, the company itself and the deployment have their limits, each mode its own',
    async () => {
      const key = { 'Idempotency-Key': 'limits' }
      const first = await post('ada', { external_id: 'first' }, api.all, key)
      expect(first.status).toBe(201)
      const second = await post('ada')
      const full = await post('ada')
      const error = expectRefused(full, 429, 'too_many_pending')
      expectRefused(await post('ada', { unknown_field: 1 }), 400, 'unknown_parameter')
      expect(error.details).toMatchObject({ limit: 2 })
      expect(Number(full.headers.get('Retry-After'))).toBeGreaterThan(0)

      expect((await post('ada', { external_id: 'first' }, api.all, key)).text).toBe(first.text)
      expect((await post('ada', { external_id: 'first' })).status).toBe(200)

      for (const _ of [1, 2]) expect((await post(null)).status).toBe(201)
      expectRefused(await post(null), 429, 'too_many_pending')
      expect((await post('bob')).status).toBe(201)
      expect(expectRefused(await post('eve'), 429, 'too_many_pending').details).toMatchObject({ limit: 5 })

      const live = await api.makeKey('all', { mode: 'live' })
      expect((await post('ada', {}, live)).status).toBe(201)

      await api.answer(second.body.id, { approve: true })
      expect((await post('ada')).status).toBe(201)
    },
  )

  verifies('K17', 'of many opens at once as many are taken as there is room for', async () => {
    const crowd = await startApi(dialect, { LIMIT_PENDING_PER_USER: '5', LIMIT_PENDING_TOTAL: '12' })
    const openMany = async (userId: string | null) => {
      const body = { ...asks.A, user_id: userId }
      const all = await Promise.all(
        Array.from({ length: 40 }, () => crowd.call('POST', '/v1/interactions', { by: crowd.all, body })),
      )
      return all.filter(({ status }) => status === 201).length
    }
    expect([await openMany('ada'), await openMany(null), await openMany('bob')]).toEqual([5, 5, 2])
    await crowd.close()
  })

  verifies('K17 A35', 'an item that ran out waits no more, so it takes no place', async () => {
    const live = await api.makeKey('all', { mode: 'live' })
    const opened = [await post('late', {}, live), await post('late', {}, live)].map(({ body }) => body.id)
    for (const id of opened) await api.runOut(id)
    expect((await post('late', {}, live)).status).toBe(201)
  })
})
