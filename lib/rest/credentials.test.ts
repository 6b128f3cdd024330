import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { makeKeySecret } from '@/lib/services/keys'
import { type Api, type Caller, dialects, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectUnchanged } from '@/lib/testing/object'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe.each(dialects)('API keys on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const listWith = (headers: Record<string, string>) => api.call('GET', '/v1/interactions', { headers })

  verifies('R1 B15 C5', 'no credential is unauthenticated, on every route', async () => {
    const { id } = await api.open(asks.A)
    const routes = [
      ['GET', '/v1/interactions'],
      ['POST', '/v1/interactions'],
      ['GET', `/v1/interactions/${id}`],
      ['POST', `/v1/interactions/${id}/answer`],
      ['POST', `/v1/interactions/${id}/cancel`],
      ['GET', '/v1/interactions/int_unknown'],
      ['GET', `/v1/interactions/${id}/result`],
    ] as const
    for (const [method, path] of routes) {
      const answer = await api.call(method, path)
      expectRefused(answer, 401, 'unauthenticated')
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="vestra"')
    }
  })

  verifies('B16 C5', 'anything but one bearer credential is invalid_credentials', async () => {
    const { secret } = api.all
    const wrong = [
      `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
      'Bearer',
      'Bearer ',
      `Bearer  ${secret} extra`,
      `Bearer ${secret}, Bearer ${secret}`,
      `Bearer ${secret},${secret}`,
      `Token ${secret}`,
      secret,
      `"Bearer ${secret}"`,
      `Bearer "${secret}"`,
    ]
    for (const Authorization of wrong) {
      const answer = await listWith({ Authorization })
      expectRefused(answer, 401, 'invalid_credentials')
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="vestra", error="invalid_token"')
      expect(answer.text).not.toContain(secret)
    }
    expect((await listWith({ Authorization: `bearer ${secret}` })).status).toBe(200)
  })

  verifies('B17 C34 C5', 'an unknown, mistyped, revoked or expired key is invalid_credentials', async () => {
    const { secret } = api.all
    const revoked = await api.makeKey('all')
    await api.sql('UPDATE api_key SET revoked_at = ? WHERE id = ?', api.app.store.nowMs(), revoked.id)
    const expired = await api.makeKey('all', { expiresAtMs: api.app.store.nowMs() - 1_000 })
    const wrong = [
      makeKeySecret('test'),
      `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
      secret.replace('vk_test_', 'vk_live_'),
      secret.toUpperCase(),
      `${secret}0`,
      secret.slice(0, -1),
      'vk_test_',
      revoked.secret,
      expired.secret,
    ]
    for (const each of wrong) {
      const answer = await listWith({ Authorization: `Bearer ${each}` })
      expectRefused(answer, 401, 'invalid_credentials')
      expect(answer.headers.get('WWW-Authenticate')).toContain('error="invalid_token"')
    }
  })

  verifies('B18', 'a key in the query does not count', async () => {
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      expectRefused(await api.call('GET', `/v1/interactions?${name}=${api.all.secret}`), 401, 'unauthenticated')
    }
  })

  verifies('R2 C34 D18.15', 'a key is kept as a hash and its last four characters', async () => {
    const { secret, id } = await api.makeKey('runtime')
    expect(secret).toMatch(/^vk_test_[0-9A-Za-z]{40}$/)
    expect((await api.makeKey('runtime', { mode: 'live' })).secret).toMatch(/^vk_live_[0-9A-Za-z]{40}$/)
    const [row] = await api.sql('SELECT * FROM api_key WHERE id = ?', id)
    expect(row?.last4).toBe(secret.slice(-4))
    expect(JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))).not.toContain(
      secret.slice(8, 40),
    )
  })

  verifies(
    'R7 R8 R9 R10 R11 B19 A25 C5 D18.1',
    'an ask key may not list or answer, and is told the scope',
    async () => {
      const { id } = await api.open(asks.A, api.ask)
      const tries = [
        () => api.list('', api.ask),
        () => api.answer(id, { approve: true }, api.ask),
        () => api.answer('int_unknown', { approve: true }, api.ask),
      ]
      for (const attempt of tries) {
        const answer = await expectUnchanged(api, id, attempt)
        expectRefused(answer, 403, 'insufficient_scope')
        expect(answer.headers.get('WWW-Authenticate')).toBe(
          'Bearer realm="vestra", error="insufficient_scope", scope="runtime"',
        )
      }
      const asking = await api.call('POST', '/v1/interactions', { by: api.runtime, body: asks.A })
      expectRefused(asking, 403, 'insufficient_scope')
      expect(asking.headers.get('WWW-Authenticate')).toContain('scope="ask"')
    },
  )

  verifies(
    'R11 C3 K2',
    "another agent's item and no item look the same, byte by byte but for the request id",
    async () => {
      const { id } = await api.open(asks.A, api.all)
      const mute = (text: string) => text.replace(/req_[0-9a-z]{26}/g, 'req')
      const paths = ['', '/result', '/cancel', '/verify', '/settle']
      for (const path of paths) {
        const method = path === '' || path === '/result' ? 'GET' : 'POST'
        const body = path === '/verify' ? { body: { arguments: 1 } } : {}
        const ask = (target: string) => api.call(method, `/v1/interactions/${target}${path}`, { by: api.ask, ...body })
        const [hidden, missing] = [await ask(id), await ask('int_00000000000000000000000000')]
        expectRefused(hidden, 404, 'not_found')
        expect(mute(hidden.text)).toBe(mute(missing.text))
        const comparable = (headers: Headers) => [...headers].filter(([name]) => name !== 'x-request-id')
        expect(comparable(hidden.headers)).toEqual(comparable(missing.headers))
      }
    },
  )

  verifies('B25 A41 C3', 'a live key gets 404 for a test item, and a test key for a live one', async () => {
    const live = await api.makeKey('all', { mode: 'live' })
    const [ofTest, ofLive] = [await api.open(asks.A), await api.open(asks.A, live)]
    for (const [item, by] of [
      [ofTest, live],
      [ofLive, api.all],
    ] as const) {
      const tries = [
        await api.call('GET', `/v1/interactions/${item.id}`, { by }),
        await api.answer(item.id, { approve: true }, by),
        await api.cancel(item.id, undefined, by),
        await api.result(item.id, by),
      ]
      for (const answer of tries) expectRefused(answer, 404, 'not_found')
    }
    expect((await api.read(ofTest.id)).status).toBe('pending')
    expect((await api.read(ofLive.id, live)).status).toBe('pending')
  })

  verifies('B27 C33', 'an id that cannot be is 404', async () => {
    const { id } = await api.open(asks.A)
    const wrong = [
      'int_doesnotexist',
      'foo',
      'INT_3J9',
      id.toUpperCase(),
      `${id}%20`,
      `${id}%00`,
      'int_%00',
      'int_',
      'int',
      '..%2Fkeys',
      '%2e%2e%2fkeys',
      '%',
      '%zz',
      '%c3%28',
      'int_é',
      "int_'%20OR%201=1",
      `int_${'1'.repeat(2000)}`,
      'x'.repeat(2000),
      'conv_1',
      'task_1',
      '__proto__',
      '1',
    ]
    for (const each of wrong) {
      for (const by of [api.all, api.ask]) {
        expectRefused(await api.call('GET', `/v1/interactions/${each}`, { by }), 404, 'not_found')
      }
      expectRefused(await api.answer(each, { approve: true }), 404, 'not_found')
      expectRefused(await api.cancel(each), 404, 'not_found')
    }
  })

  verifies('B28 R28', 'a tool call is not found under int_, and other items not under call_', async () => {
    const call = await api.open(asks.TC)
    const item = await api.open(asks.A)
    expectRefused(
      await api.call('GET', `/v1/interactions/${call.id.replace('call_', 'int_')}`, { by: api.all }),
      404,
      'not_found',
    )
    expectRefused(
      await api.call('GET', `/v1/interactions/${item.id.replace('int_', 'call_')}`, { by: api.all }),
      404,
      'not_found',
    )
  })

  verifies('C33', 'short ids of the samples are looked up like any', async () => {
    const { id } = await api.open(asks.A)
    await api.sql('UPDATE interaction SET id = ? WHERE id = ?', 'int_3j9', id)
    expect((await api.read('int_3j9')).id).toBe('int_3j9')
    expect((await api.answer('int_3j9', { approve: true })).status).toBe(200)
  })
})

/** What decisions D19.1 says of each call and credential: whether it is let through to its work. */
const calls: { call: [method: string, path: string]; letThrough: string[]; notFound?: string[] }[] = [
  { call: ['GET', '/v1/interactions'], letThrough: ['runtime', 'all', 'user', 'other user', 'admin'] },
  {
    call: ['GET', '/v1/interactions/{id}'],
    letThrough: ['ask', 'runtime', 'all', 'token', 'user', 'admin'],
    notFound: ['other ask', 'other token', 'other user'],
  },
  {
    call: ['POST', '/v1/interactions/{id}/answer'],
    letThrough: ['runtime', 'all', 'token', 'user', 'admin'],
    notFound: ['other token', 'other user'],
  },
  {
    call: ['POST', '/v1/interactions/{id}/cancel'],
    letThrough: ['ask', 'runtime', 'all', 'admin'],
    notFound: ['other ask'],
  },
  { call: ['GET', '/v1/interactions/{id}/result'], letThrough: ['ask', 'all'], notFound: ['other ask'] },
  { call: ['POST', '/v1/interactions/{id}/verify'], letThrough: ['ask', 'all'], notFound: ['other ask'] },
  { call: ['POST', '/v1/interactions/{id}/settle'], letThrough: ['ask', 'all'], notFound: ['other ask'] },
  { call: ['POST', '/v1/interactions'], letThrough: ['ask', 'other ask', 'all'] },
  { call: ['POST', '/v1/conversations'], letThrough: ['ask', 'other ask', 'all'] },
  { call: ['POST', '/v1/tasks'], letThrough: ['ask', 'other ask', 'all'] },
  { call: ['POST', '/v1/tasks/task_unknown/end'], letThrough: [], notFound: ['ask', 'other ask', 'all'] },
  { call: ['POST', '/v1/sessions'], letThrough: ['runtime', 'all', 'admin'] },
  { call: ['POST', '/v1/users/ada/links'], letThrough: ['runtime', 'all', 'admin'] },
  {
    call: ['POST', '/v1/connections'],
    letThrough: ['runtime', 'all', 'token', 'other token', 'user', 'other user', 'admin'],
  },
  { call: ['GET', '/v1/keys'], letThrough: ['all', 'admin'] },
  { call: ['POST', '/v1/keys'], letThrough: ['all', 'admin'] },
  { call: ['GET', '/v1/people'], letThrough: ['all', 'admin'] },
  { call: ['GET', '/v1/webhook_endpoints'], letThrough: ['all', 'admin'] },
  { call: ['GET', '/v1/interactions/{id}/audit'], letThrough: ['all', 'admin'] },
]

describe.each(dialects)('who may call what on %s', (dialect) => {
  let api: Api
  const callers: Record<string, Caller> = {}
  let id: string
  beforeAll(async () => {
    api = await startApi(dialect)
    const token = async (user_id: string) => {
      const { body } = await api.call('POST', '/v1/sessions', { by: api.all, body: { user_id } })
      const { token: secret } = body as unknown as { token: string }
      return { id: body.id, headers: { Authorization: `Bearer ${secret}` } }
    }
    Object.assign(callers, {
      ask: api.ask,
      'other ask': await api.makeKey('ask', { agent: 'Stranger' }),
      runtime: api.runtime,
      all: api.all,
      token: await token('traveller-42'),
      'other token': await token('somebody-else'),
      user: await api.makePerson('user', { userIds: ['traveller-42'] }),
      'other user': await api.makePerson('user', { userIds: ['somebody-else'] }),
      admin: await api.makePerson('admin'),
    })
    id = (await api.open(asks.A, api.ask)).id
  })
  afterAll(() => api.close())

  for (const { call, letThrough, notFound = [] } of calls) {
    const [method, path] = call
    verifies('D19.1 D18.12 A25', `${method} ${path} lets through ${letThrough.join(', ') || 'nobody'}`, async () => {
      for (const [name, by] of Object.entries(callers)) {
        // A parameter that nobody knows: refused as such once the credential was let through, so that nothing happens.
        const answer = await api.call(method, `${path.replace('{id}', id)}?not-a-parameter=1`, { by })
        const code = answer.body.error?.code
        const refusal = name.includes('token') ? 'session_not_allowed' : 'insufficient_scope'
        const expected = letThrough.includes(name)
          ? 'unknown_parameter'
          : notFound.includes(name)
            ? 'not_found'
            : refusal
        expect([name, code]).toEqual([name, expected])
      }
    })
  }
})

describe.each(dialects)('signed-in people on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const linked = () => api.makePerson('user', { userIds: ['traveller-42', 'traveller-43'] })
  const without = (caller: Caller, name: string): Caller => {
    const headers = Object.fromEntries(Object.entries(caller.headers).filter(([key]) => key !== name))
    return { id: caller.id, headers }
  }

  verifies('K28 D19.1', "a linked person lists, reads and answers their users' items and sees no others", async () => {
    const person = await linked()
    const [mine, alsoMine, ofOther, ofCompany] = await Promise.all([
      api.open(asks.A),
      api.open({ ...asks.M, user_id: 'traveller-43' }),
      api.open({ ...asks.A, user_id: 'someone' }),
      api.open({ ...asks.A, user_id: null }),
    ])
    const listed = (await api.list('?limit=100', person)).body.data.map(({ id }) => id)
    expect(listed).toEqual(expect.arrayContaining([mine.id, alsoMine.id]))
    expect(listed).not.toContain(ofOther.id)
    expect(listed).not.toContain(ofCompany.id)
    expect((await api.list('?user_id=someone', person)).body.data).toEqual([])
    expect((await api.list('?user_id=traveller-43', person)).body.data.map(({ id }) => id)).toEqual([alsoMine.id])
    for (const { id } of [ofOther, ofCompany]) {
      expectRefused(await api.call('GET', `/v1/interactions/${id}`, { by: person }), 404, 'not_found')
      expectRefused(await expectUnchanged(api, id, () => api.answer(id, { approve: true }, person)), 404, 'not_found')
    }
    expect((await api.answer(mine.id, { approve: true }, person)).status).toBe(200)
    expect((await api.answer(alsoMine.id, { approve: true, present_user: true }, person)).status).toBe(200)
    expectRefused(await api.cancel(mine.id, undefined, person), 403, 'insufficient_scope')
  })

  verifies('K28 R24', 'a person without users has an empty list', async () => {
    await api.open(asks.A)
    expect((await api.list('', await api.makePerson('user'))).body).toEqual({ data: [], next_cursor: null })
  })

  verifies(
    'D19.14',
    "tool calls stay out of a user's list unless asked for, and are read and answered like others",
    async () => {
      const person = await linked()
      const { id } = await api.open(asks.TC)
      const has = async (query: string, by: Caller) =>
        (await api.list(query, by)).body.data.some((item) => item.id === id)
      expect(await has('?limit=100', person)).toBe(false)
      expect(await has('?limit=100&type=tool_call', person)).toBe(true)
      expect(await has('?limit=100', await api.makePerson('admin'))).toBe(true)
      expect(await has('?limit=100', api.runtime)).toBe(true)
      expect((await api.call('GET', `/v1/interactions/${id}`, { by: person })).status).toBe(200)
      expect((await api.answer(id, { output: 1 }, person)).status).toBe(200)
    },
  )

  verifies(
    'K28 D19.13',
    'an admin denies, skips, cancels and answers what needs no present person, for anybody',
    async () => {
      const admin = await api.makePerson('admin')
      const answers: [Record<string, unknown>, Record<string, unknown>][] = [
        [asks.A, { approve: true }],
        [asks.M, { approve: false, message: 'not today' }],
        [asks.H, { approve: false }],
        [asks.Q1, { answers: ['x'] }],
        [asks.Q1, { approve: false }],
        [asks.HO, { done: true }],
        [asks.CN, { approve: false }],
        [asks.TC, { error: 'stop' }],
      ]
      for (const [asked, body] of answers) {
        const { id } = await api.open({ ...asked, user_id: 'someone' })
        expect((await api.answer(id, body, admin)).status).toBe(200)
      }
      const { id } = await api.open(asks.M)
      expect((await api.cancel(id, { reason: 'cleaning up' }, admin)).body.outcome?.reason).toBe('cleaning up')
    },
  )

  verifies('K28 A12 D18.18', "nobody says yes to another person's item that needs a present person", async () => {
    const admin = await api.makePerson('admin')
    for (const asked of [asks.M, asks.H, asks.mcp]) {
      const { id } = await api.open(asked)
      expect(await api.read(id, admin)).not.toHaveProperty('nonce')
      for (const said of [{}, { present_user: true }, { present_user: true, nonce: 'guess' }]) {
        const answer = await expectUnchanged(api, id, () => api.answer(id, { approve: true, ...said }, admin))
        expectRefused(answer, 403, 'not_their_item')
      }
      expect((await api.audit(id)).at(-1)).toMatchObject({
        action: 'interaction.refused',
        actor: { type: 'person', id: admin.id },
        facts: { code: 'not_their_item' },
      })
    }
  })

  verifies('K28 A12', 'an admin who is linked to the user is the present person, and sees the nonce', async () => {
    const admin = await api.makePerson('admin', { userIds: ['traveller-42'] })
    const { id } = await api.open(asks.H)
    const { nonce } = await api.read(id, admin)
    expect((await api.answer(id, { approve: true, present_user: true, nonce }, admin)).status).toBe(200)
  })

  verifies('K28 A26', "an admin answers the company's own items and is the present person there", async () => {
    const admin = await api.makePerson('admin')
    const { id } = await api.open({ ...asks.H, user_id: null })
    const { nonce } = await api.read(id, admin)
    expectRefused(await api.answer(id, { approve: true, nonce }, admin), 400, 'present_user_required')
    expect((await api.answer(id, { approve: true, present_user: true, nonce }, admin)).status).toBe(200)
    expect((await api.audit(id)).at(-1)?.facts).toMatchObject({ present_user: 'witnessed', method: 'password' })
  })

  verifies('A39', 'the record says whether a yes was witnessed, claimed or neither, and by which sign-in', async () => {
    const person = await api.makePerson('user', { userIds: ['traveller-42'], method: 'oidc' })
    const yes = { approve: true, present_user: true }
    const cases = [
      [asks.M, yes, person, { present_user: 'witnessed', method: 'oidc' }],
      [asks.M, yes, api.runtime, { present_user: 'claimed' }],
      [asks.A, { approve: true }, person, { present_user: 'none' }],
      [asks.A, { approve: true }, api.runtime, { present_user: 'none' }],
      [asks.M, { approve: false, present_user: true }, person, { present_user: 'none' }],
    ] as const
    for (const [asked, body, by, facts] of cases) {
      const { id } = await api.open(asked)
      await api.answer(id, body, by)
      expect((await api.audit(id)).find(({ action }) => action === 'interaction.answered')?.facts).toMatchObject(facts)
    }
  })

  const writes = ['POST'] as const
  const reads = ['GET', 'HEAD'] as const
  const origins: { headers: Record<string, string>; allowed: readonly string[] }[] = [
    { headers: { 'Sec-Fetch-Site': 'same-origin' }, allowed: [...reads, ...writes] },
    { headers: { Origin: origin }, allowed: [...reads, ...writes] },
    { headers: { 'Sec-Fetch-Site': 'same-origin', Origin: origin }, allowed: [...reads, ...writes] },
    { headers: {}, allowed: reads },
    { headers: { 'Sec-Fetch-Site': 'cross-site' }, allowed: [] },
    { headers: { 'Sec-Fetch-Site': 'same-site' }, allowed: [] },
    { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: origin }, allowed: [] },
    { headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' }, allowed: [] },
    { headers: { Origin: 'https://evil.example' }, allowed: [] },
    { headers: { Origin: 'null' }, allowed: [] },
    { headers: { Origin: `${origin}.evil.example` }, allowed: [] },
    { headers: { Origin: 'http://localhost:3001' }, allowed: [] },
  ]
  for (const { headers, allowed } of origins) {
    verifies(
      'C25',
      `a cookie with ${JSON.stringify(headers)} counts for ${allowed.join(', ') || 'nothing'}`,
      async () => {
        const bare = without(await linked(), 'Sec-Fetch-Site')
        const { id } = await api.open(asks.A)
        for (const method of [...reads, ...writes]) {
          const isWrite = method === 'POST'
          const path = isWrite ? `/v1/interactions/${id}/answer` : `/v1/interactions/${id}`
          const body = isWrite ? { body: { answers: ['misfit'] } } : {}
          const answer = await api.call(method, path, { by: bare, headers, ...body })
          const expected = allowed.includes(method) ? (isWrite ? 400 : 200) : 403
          expect([method, answer.status]).toEqual([method, expected])
          if (expected === 403 && method !== 'HEAD') expectRefused(answer, 403, 'origin_not_allowed')
          expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
        }
      },
    )
  }

  verifies('C25 C28', "a person's write must be JSON, so that no form can send it", async () => {
    const person = await linked()
    const { id } = await api.open(asks.A)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await api.call('POST', `/v1/interactions/${id}/answer`, {
        by: person,
        raw: '{"approve":true}',
        headers: { 'Content-Type': type },
      })
      expectRefused(answer, 415, 'unsupported_media_type')
    }
  })

  verifies('C25', 'beside an Authorization header the cookie is ignored', async () => {
    const person = await linked()
    const wrong = await api.call('GET', '/v1/interactions', {
      by: person,
      headers: { Authorization: 'Bearer nonsense' },
    })
    expectRefused(wrong, 401, 'invalid_credentials')
    const { id } = await api.open({ ...asks.A, user_id: 'someone' })
    const asKey = await api.call('GET', `/v1/interactions/${id}`, { by: person, headers: { ...api.runtime.headers } })
    expect(asKey.status).toBe(200)
  })

  verifies(
    'D19.15 C5',
    'a session that was ended, ran out or whose person was removed is session_expired at once',
    async () => {
      const nowMs = api.app.store.nowMs()
      const ways: ((person: { id: string; sessionId: string }) => Promise<unknown>)[] = [
        ({ sessionId }) => api.sql('UPDATE person_session SET ended_at = ? WHERE id = ?', nowMs, sessionId),
        ({ sessionId }) => api.sql('UPDATE person_session SET expires_at = ? WHERE id = ?', nowMs - 1_000, sessionId),
        ({ sessionId }) => api.sql('DELETE FROM person_session WHERE id = ?', sessionId),
        ({ id }) => api.sql('UPDATE person SET removed_at = ? WHERE id = ?', nowMs, id),
      ]
      for (const end of ways) {
        const person = await linked()
        expect((await api.list('', person)).status).toBe(200)
        await end(person)
        const answer = await api.list('', person)
        expectRefused(answer, 401, 'session_expired')
        expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer realm="vestra", error="invalid_token"')
      }
    },
  )

  verifies('D19.15', 'a cookie that is not ours is nothing', async () => {
    const { sessionId } = await linked()
    const foreign = await encode({ token: { sid: sessionId }, secret: 'a secret of somebody else, long enough' })
    const stale = await encode({ token: { sid: sessionId }, secret: api.app.config.nextAuthSecret, maxAge: -60 })
    const bare = await encode({ token: { sub: sessionId }, secret: api.app.config.nextAuthSecret })
    for (const value of [foreign, stale, bare, 'garbage', '', sessionId]) {
      const answer = await api.call('GET', '/v1/interactions', {
        headers: { Cookie: `next-auth.session-token=${value}`, 'Sec-Fetch-Site': 'same-origin' },
      })
      expectRefused(answer, 401, 'unauthenticated')
    }
  })

  verifies(
    'D19.10 A41',
    'Vestra-Mode chooses the mode; without it the mode is test until there is a live key',
    async () => {
      const fresh = await startApi(dialect)
      try {
        const admin = await fresh.makePerson('admin')
        const test = await fresh.open(asks.A)
        const listed = async (headers: Record<string, string> = {}) =>
          (await fresh.call('GET', '/v1/interactions', { by: admin, headers })).body.data.map(({ id }) => id)
        expect(await listed()).toEqual([test.id])
        expect(await listed({ 'Vestra-Mode': 'live' })).toEqual([])
        const live = await fresh.open(asks.A, await fresh.makeKey('all', { mode: 'live' }))
        expect(await listed()).toEqual([live.id])
        expect(await listed({ 'Vestra-Mode': 'test' })).toEqual([test.id])
        const wrong = await fresh.call('GET', '/v1/interactions', { by: admin, headers: { 'Vestra-Mode': 'both' } })
        expectRefused(wrong, 400, 'invalid_request', 'Vestra-Mode')
        const key = await fresh.call('GET', '/v1/interactions', { by: fresh.all, headers: { 'Vestra-Mode': 'live' } })
        expect(key.body.data.map(({ id }) => id)).toEqual([test.id])
      } finally {
        await fresh.close()
      }
    },
  )
})
