import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newToken } from '@/lib/services/context'
import { type Answer, type Api, type Caller, dialects, origin, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectUnchanged } from '@/lib/testing/object'
import { type Provider, startProvider, writeConnectors } from '@/lib/testing/provider'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

interface Connection {
  id: string
  status: string
  connect_url: string | null
  settled: string[]
}

const clientSecret = 'marked-client-secret'
const app = 'googlecalendar'
let made = 0
vi.setConfig({ testTimeout: 20_000 })

describe.each(dialects)('connecting an app, on %s', (dialect) => {
  let provider: Provider
  let connectors: ReturnType<typeof writeConnectors>
  let api: Api

  beforeAll(async () => {
    provider = await startProvider()
    const settings = {
      name: 'Google Calendar',
      authorize_url: provider.authorizeUrl,
      token_url: provider.tokenUrl,
      client_id: 'client-1',
      client_secret: clientSecret,
      scopes: ['calendar'],
      token_auth: 'post',
    }
    connectors = writeConnectors({
      [app]: settings,
      deadapp: { ...settings, name: 'Dead App', token_url: 'http://127.0.0.1:1/token' },
    })
    api = await startApi(dialect, { CONNECTORS_FILE: connectors.file })
  })
  afterAll(async () => {
    const { fault } = await api.app.store.verifyAudit()
    await api.close()
    connectors.remove()
    await provider.stop()
    expect(fault).toBeNull()
  })

  let userId: string
  let ada: Awaited<ReturnType<Api['makePerson']>>
  beforeEach(async () => {
    userId = `user-${++made}`
    ada = await api.makePerson('user', { userIds: [userId] })
  })

  const post = (path: string, body: unknown, by: Caller) => api.call('POST', `/v1/connections${path}`, { by, body })
  const connectionOf = (answer: Answer) => answer.body as unknown as Connection
  const tokenOf = ({ connect_url }: Connection) => (connect_url ?? '').split('#')[1] ?? ''
  const rowOf = async (id: string) => (await api.sql('SELECT * FROM connection WHERE id = ?', id))[0]
  const openItem = (parts: Record<string, unknown> = {}) => api.open({ ...asks.CN, app, user_id: userId, ...parts })
  const deploymentRecord = async () => {
    const rows = await api.audit('deployment')
    return rows.filter(({ facts }) => facts.user_id === userId)
  }

  async function createLink(parts: Record<string, unknown> = {}, by: Caller = api.runtime) {
    const created = await post('', { user_id: userId, app, ...parts }, by)
    expect(created.status).toBe(201)
    const connection = connectionOf(created)
    return { connection, id: connection.id, token: tokenOf(connection) }
  }

  async function start(token: string, by: Caller = ada): Promise<string> {
    const started = await post('/start', { token }, by)
    expect(started.status).toBe(200)
    return (started.body as unknown as { authorize_url: string }).authorize_url
  }

  /** A link, pressed, and a yes at the provider: what the browser brings back. */
  async function comeBack(parts: Record<string, unknown> = {}, by: Caller = ada) {
    const link = await createLink(parts)
    return { ...link, answer: await provider.consent(await start(link.token, by)) }
  }

  /** Expects that a try changes nothing of the connection and of an item that waits for it. */
  async function expectNothingDone<T>(id: string, attempt: () => Promise<T>): Promise<T> {
    const item = await openItem()
    const before = await rowOf(id)
    const result = await expectUnchanged(api, item.id, attempt)
    expect(await rowOf(id)).toEqual(before)
    return result
  }

  describe('POST /v1/connections', () => {
    verifies(
      'K32 R94',
      "a key, a session of the user and the user's own person get a link for ten minutes",
      async () => {
        const session = await api.call('POST', '/v1/sessions', { by: api.runtime, body: { user_id: userId } })
        const { token } = session.body as unknown as { token: string }
        const bySession = { id: session.body.id, headers: { Authorization: `Bearer ${token}` } }
        for (const by of [api.runtime, api.all, bySession, ada]) {
          const created = await post(
            '',
            { user_id: userId, app: 'GoogleCalendar', return_url: 'https://a.example/b' },
            by,
          )
          expect(created.status).toBe(201)
          const { connect_url, expires_at, created_at, ...rest } = created.body as unknown as Record<string, string>
          expect(rest).toEqual({
            object: 'connection',
            id: expect.stringMatching(/^cnx_[0-9a-z]{26}$/),
            user_id: userId,
            app,
            status: 'pending',
          })
          expect(connect_url).toMatch(new RegExp(`^${origin}/connect#[\\w-]{43}$`))
          expect(Date.parse(expires_at ?? '') - Date.parse(created_at ?? '')).toBe(600_000)
          const read = await api.call('GET', `/v1/connections/${rest.id}`, { by: api.runtime })
          expect(read.body).toEqual({ ...created.body, connect_url: null })
        }
        expectRefused(await post('', { user_id: userId, app }, api.ask), 403, 'insufficient_scope')
      },
    )

    verifies('K32', 'nobody but a key makes one for somebody else, or says that it is made', async () => {
      const admin = await api.makePerson('admin')
      const ben = await api.makePerson('user', { userIds: ['another-user'] })
      for (const by of [admin, ben]) expectRefused(await post('', { user_id: userId, app }, by), 404, 'not_found')
      const active = { user_id: userId, app, status: 'active' }
      expectRefused(await post('', active, ada), 403, 'insufficient_scope', 'status')
      const made = await post('', active, api.runtime)
      expect(made.body).toMatchObject({ status: 'active', connect_url: null, expires_at: null })
    })

    test.each(['javascript:alert(1)', 'https://me:pw@a.example/', '/inbox'])('no return to %s', async (return_url) => {
      const answer = await post('', { user_id: userId, app, return_url }, api.runtime)
      expectRefused(answer, 400, 'invalid_request', 'return_url')
    })
  })

  test('the apps that can be connected are listed, without what is secret', async () => {
    const host = new URL(provider.authorizeUrl).host
    const one = { object: 'connector', scopes: ['calendar'], authorize_host: host }
    for (const by of [api.runtime, ada]) {
      expect((await api.call('GET', '/v1/connectors', { by })).body).toEqual({
        data: [
          { ...one, app, name: 'Google Calendar' },
          { ...one, app: 'deadapp', name: 'Dead App' },
        ],
        next_cursor: null,
      })
    }
  })

  describe('a link', () => {
    test('is described as often as wanted, and says whether this person may', async () => {
      const { id, token, connection } = await createLink()
      const ben = await api.makePerson('user', { userIds: ['another-user'] })
      for (const [by, may_connect] of [
        [ada, true],
        [ada, true],
        [ben, false],
      ] as const) {
        const described = await post('/describe', { token }, by)
        expect(described.status).toBe(200)
        expect(described.body).toEqual({
          object: 'connection.link',
          connection_id: id,
          user_id: userId,
          app,
          connector: {
            name: 'Google Calendar',
            scopes: ['calendar'],
            authorize_host: new URL(provider.authorizeUrl).host,
          },
          may_connect,
          expires_at: (connection as unknown as { expires_at: string }).expires_at,
        })
      }
      expectRefused(await post('/describe', { token: newToken() }, ada), 404, 'not_found')
      for (const path of ['/describe', '/start', '/complete']) {
        expectRefused(await post(path, { token }, api.all), 403, 'insufficient_scope')
      }
    })

    test('of an app without a connector says so, and how the company settles it', async () => {
      const { id, token } = await createLink({ app: 'slack' })
      expect((await post('/describe', { token }, ada)).body).toMatchObject({ connector: null, may_connect: true })
      const refused = expectRefused(await post('/start', { token }, ada), 400, 'invalid_request', 'token')
      expect(refused.message).toContain('POST /v1/connections')
      expect(refused.details).toEqual({ reason: 'no_connector' })
      expect(await rowOf(id)).toMatchObject({ status: 'pending', flow_json: null })
    })

    test('that has run out begins nothing and ends nothing, and is forgotten a day later', async () => {
      const { id, token, answer } = await comeBack()
      const expiresAtMs = api.app.store.nowMs() - 1
      await api.sql('UPDATE connection SET expires_at = ? WHERE id = ?', expiresAtMs, id)
      await expectNothingDone(id, async () => {
        expectRefused(await post('/describe', { token }, ada), 409, 'expired')
        expectRefused(await post('/start', { token }, ada), 409, 'expired')
        expectRefused(await post('/complete', answer, ada), 409, 'expired')
      })
      const rules = { framesBeforeMs: 0, eventsBeforeMs: 0, deliveriesBeforeMs: 0, noticesBeforeMs: 0, nowMs: 0 }
      await api.app.store.forget({ ...rules, idempotencyBeforeMs: expiresAtMs - 1 })
      expect(await rowOf(id)).toBeDefined()
      await api.app.store.forget({ ...rules, idempotencyBeforeMs: expiresAtMs })
      expect(await rowOf(id)).toBeUndefined()
    })

    test('of a connection that was taken away is dead', async () => {
      const { id, token, answer } = await comeBack()
      await api.call('DELETE', `/v1/connections/${id}`, { by: api.runtime })
      expectRefused(await post('/start', { token }, ada), 404, 'not_found')
      expectRefused(await post('/complete', answer, ada), 404, 'not_found')
    })
  })

  describe('the way there and back', () => {
    verifies('K33 R63 T9', 'settles all that waited for the app, at once, and nothing else', async () => {
      const waiting = [await openItem(), await openItem({ app: 'GoogleCalendar' })]
      const others = [await openItem({ app: 'slack' }), await api.open({ ...asks.CN, app, user_id: `${userId}b` })]
      const hint = api.app.wakeUps.subscribe(waiting[1]?.id ?? '')
      const woken = hint.next()
      const { id, answer, token } = await comeBack({ return_url: 'https://app.example.com/done' })
      const completed = await post('/complete', answer, ada)
      expect(completed.status).toBe(200)
      expect(completed.body).toEqual({
        object: 'connection',
        id,
        user_id: userId,
        app,
        status: 'active',
        connect_url: null,
        expires_at: null,
        created_at: expect.any(String),
        settled: waiting.map((item) => item.id),
        return_url: 'https://app.example.com/done',
      })
      await woken
      hint.stop()
      for (const item of waiting) {
        const read = await api.call('GET', `/v1/interactions/${item.id}?include=context`, { by: api.all })
        expect(read.body).toMatchObject({
          status: 'resolved',
          outcome: { decision: 'approved' },
          context: { answered_by: { type: 'connection', name: app }, method: 'connection' },
        })
        expect((await api.result(item.id)).body).toMatchObject({ decision: 'approved', answered_by: { id } })
        const events = await api.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', item.id)
        expect(events.map(({ type }) => type)).toEqual(['interaction.created', 'interaction.resolved'])
        const record = await api.audit(item.id)
        expect(record.map(({ action }) => action)).toContain('interaction.answered')
        expect(record.find(({ action }) => action === 'interaction.answered')).toMatchObject({
          actor: { type: 'person', id: ada.id },
          channel: 'inbox',
          facts: { decision: 'approved', connection: id },
        })
      }
      for (const item of others) expect((await api.read(item.id)).status).toBe('pending')
      expect((await deploymentRecord()).map(({ action }) => action)).toEqual([
        'connection.created',
        'connection.started',
        'connection.active',
      ])
      expectRefused(await post('/describe', { token }, ada), 404, 'not_found')
    })

    verifies(
      'T2 K33',
      'an ask for an app that is connected is born resolved, until the connection is taken away',
      async () => {
        const { id, answer } = await comeBack()
        await post('/complete', answer, ada)
        const born = await openItem({ app: 'GOOGLEcalendar' })
        expect(born).toMatchObject({ status: 'resolved', outcome: { decision: 'approved' } })
        expect(born.resolved_at).toBe(born.created_at)
        const events = await api.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', born.id)
        expect(events.map(({ type }) => type)).toEqual(['interaction.created', 'interaction.resolved'])
        expect((await api.open({ ...asks.CN, app, user_id: `${userId}b` })).status).toBe('pending')
        const live = await api.makeKey('all', { mode: 'live' })
        expect((await api.open({ ...asks.CN, app, user_id: userId }, live)).status).toBe('pending')
        await api.call('DELETE', `/v1/connections/${id}`, { by: api.runtime })
        expect((await openItem()).status).toBe('pending')
      },
    )

    test('a connection that the company records settles in the same way (R63)', async () => {
      const item = await openItem()
      await post('', { user_id: userId, app, status: 'active' }, api.runtime)
      expect(await api.read(item.id)).toMatchObject({ status: 'resolved', outcome: { decision: 'approved' } })
    })

    test('one that was declined before stays so, and one that is connected cannot be declined', async () => {
      const [declined, kept] = [await openItem(), await openItem()]
      const { answer } = await comeBack()
      expect((await api.answer(declined.id, { approve: false })).status).toBe(200)
      expect(connectionOf(await post('/complete', answer, ada)).settled).toEqual([kept.id])
      expect(await api.read(declined.id)).toMatchObject({ outcome: { decision: 'denied' } })
      expectRefused(await api.answer(kept.id, { approve: false }), 409, 'already_resolved')
    })
  })

  describe('is bound to one person in one sign-in', () => {
    verifies('K34', 'who is not linked to the user cannot begin, and the try is on the record', async () => {
      const { id, token } = await createLink()
      for (const by of [await api.makePerson('user', { userIds: ['another-user'] }), await api.makePerson('admin')]) {
        await expectNothingDone(id, async () => {
          const refused = expectRefused(await post('/start', { token }, by), 403, 'not_their_item')
          expect(refused.details).toEqual({ reason: 'not_linked' })
        })
        expect((await deploymentRecord()).at(-1)).toMatchObject({
          action: 'connection.refused',
          actor: { type: 'person', id: by.id },
          facts: { connection: id, code: 'not_their_item', reason: 'not_linked' },
        })
      }
    })

    verifies('K34', "another person who ends somebody's flow is refused and nothing changes", async () => {
      const ben = await api.makePerson('user', { userIds: ['another-user'] })
      // The harder case: the other one may connect for the same user, but has not begun this.
      const cleo = await api.makePerson('user', { userIds: [userId] })
      const { id, answer } = await comeBack()
      const asked = provider.requests.length
      for (const by of [ben, cleo]) {
        await expectNothingDone(id, async () => {
          const refused = expectRefused(await post('/complete', answer, by), 403, 'not_their_item')
          expect(refused.details).toEqual({ reason: 'other_person' })
        })
        expect((await deploymentRecord()).at(-1)).toMatchObject({
          action: 'connection.refused',
          actor: { type: 'person', id: by.id },
          facts: { connection: id, reason: 'other_person', begun_by: ada.id },
        })
      }
      expect(provider.requests).toHaveLength(asked)
      expect((await post('/complete', answer, ada)).status).toBe(200)
    })

    verifies('K34', 'another sign-in of the same person is refused as well', async () => {
      const { id, answer } = await comeBack()
      const again = await api.signInAgain(ada)
      await expectNothingDone(id, async () => {
        const refused = expectRefused(await post('/complete', answer, again), 403, 'not_their_item')
        expect(refused.details).toEqual({ reason: 'other_session' })
      })
    })

    verifies('K34', 'a person whose link to the user was taken away meanwhile is refused', async () => {
      const { id, answer } = await comeBack()
      await api.call('PATCH', `/v1/people/${ada.id}`, { by: api.all, body: { user_ids: [] } })
      await expectNothingDone(id, async () => {
        expectRefused(await post('/complete', answer, ada), 403, 'not_their_item')
      })
    })

    verifies('K34', 'a page of another site can neither begin nor end it', async () => {
      const { id, token, answer } = await comeBack()
      const foreign = { id: ada.id, headers: { ...ada.headers, 'Sec-Fetch-Site': 'cross-site' } }
      await expectNothingDone(id, async () => {
        expectRefused(await post('/start', { token }, foreign), 403, 'origin_not_allowed')
        expectRefused(await post('/complete', answer, foreign), 403, 'origin_not_allowed')
      })
    })
  })

  describe('counts once', () => {
    test('a state is spent by its use', async () => {
      const { id, answer } = await comeBack()
      const both = await Promise.all([post('/complete', answer, ada), post('/complete', answer, ada)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
      await expectUnchanged(api, (await openItem()).id, async () => {
        expectRefused(await post('/complete', answer, ada), 404, 'not_found')
      })
      expect((await deploymentRecord()).filter(({ action }) => action === 'connection.active')).toHaveLength(1)
      expect(await rowOf(id)).toMatchObject({ status: 'active', flow_json: null, token_sha256: null })
    })

    test('a new press makes a new state, and the one before is dead', async () => {
      const { id, token, answer } = await comeBack()
      const newer = await provider.consent(await start(token))
      expect(newer.state).not.toBe(answer.state)
      await expectNothingDone(id, async () => {
        expectRefused(await post('/complete', answer, ada), 404, 'not_found')
      })
      expect((await post('/complete', newer, ada)).status).toBe(200)
    })

    test('a state that nobody made, or of another connection, ends nothing', async () => {
      const [one, two] = [await comeBack(), await comeBack()]
      const mixed = `${one.id}.${two.answer.state.split('.')[1]}`
      for (const state of [`${one.id}.${newToken()}`, one.id, 'x', mixed]) {
        await expectNothingDone(one.id, async () => {
          expectRefused(await post('/complete', { ...one.answer, state }, ada), 404, 'not_found')
        })
      }
      // The code of one with the state of the other: the verifier does not fit it.
      const crossed = await post('/complete', { state: one.answer.state, code: two.answer.code }, ada)
      expect(expectRefused(crossed, 400, 'invalid_request').details).toEqual({ reason: 'provider_refused' })
      expect(await rowOf(one.id)).toMatchObject({ status: 'pending', tokens_sealed: null })
    })
  })

  describe('without a yes of the provider', () => {
    test('a no there connects nothing, spends the state and leaves the link good', async () => {
      const item = await openItem()
      const { id, token, answer } = await comeBack()
      const refused = await expectUnchanged(api, item.id, () =>
        post('/complete', { state: answer.state, error: 'access_denied' }, ada),
      )
      expect(expectRefused(refused, 400, 'invalid_request').details).toEqual({ reason: 'denied' })
      expect(await rowOf(id)).toMatchObject({ status: 'pending', tokens_sealed: null })
      expectRefused(await post('/complete', answer, ada), 404, 'not_found')
      const again = await provider.consent(await start(token))
      expect(connectionOf(await post('/complete', again, ada)).settled).toEqual([item.id])
    })

    test('a refused code connects nothing, and the log says why without the code', async () => {
      const { id, answer } = await comeBack()
      provider.answerOnce((response) => Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } }))
      await expectUnchanged(api, (await openItem()).id, async () => {
        const refused = expectRefused(await post('/complete', answer, ada), 400, 'invalid_request')
        expect(refused.details).toEqual({ reason: 'provider_refused' })
      })
      expect(await rowOf(id)).toMatchObject({ status: 'pending', tokens_sealed: null })
      const line = api.log.map((each) => JSON.parse(each)).find((each) => each.connection === id)
      expect(line).toMatchObject({ app, fault: 'provider_refused', why: '400 invalid_grant', msg: 'not connected' })
    })

    test('a provider that is not there is said to be so', async () => {
      const { id, answer } = await comeBack({ app: 'deadapp' })
      const refused = expectRefused(await post('/complete', answer, ada), 503, 'unavailable')
      expect(refused.message).toContain('Dead App')
      expect(await rowOf(id)).toMatchObject({ status: 'pending', tokens_sealed: null })
    })

    test.each([
      [{}, 'state'],
      [{ state: 's', code: '' }, 'code'],
      [{ state: 's', code: 'c'.repeat(8193) }, 'code'],
      [{ state: 7 }, 'state'],
    ])('%o is no answer', async (body, param) => {
      expectRefused(await post('/complete', body, ada), 400, 'invalid_request', param)
    })
  })

  describe('the tokens', () => {
    async function connected() {
      const { id, answer } = await comeBack()
      await post('/complete', answer, ada)
      return { id, answer }
    }
    const tokensBy = (by: Caller, id: string) => api.call('GET', `/v1/connections/${id}/tokens`, { by })

    test('are handed to the company, each time on the record, and kept by nobody on the way', async () => {
      const { id } = await connected()
      for (const by of [api.runtime, api.all]) {
        const read = await tokensBy(by, id)
        expect(read.status).toBe(200)
        expect(read.headers.get('Cache-Control')).toBe('no-store')
        const { obtained_at, expires_at, ...rest } = read.body as unknown as Record<string, string>
        expect(rest).toEqual({
          object: 'connection.tokens',
          connection_id: id,
          user_id: userId,
          app,
          tokens: {
            access_token: expect.any(String),
            token_type: 'Bearer',
            expires_in: 3600,
            scope: 'dummy',
            refresh_token: expect.any(String),
            id_token: expect.any(String),
          },
        })
        expect(Date.parse(expires_at ?? '') - Date.parse(obtained_at ?? '')).toBe(3_600_000)
        expect((await deploymentRecord()).at(-1)).toMatchObject({
          action: 'connection.tokens_read',
          actor: { type: 'key', id: by.id },
          facts: { connection: id, app, user_id: userId },
        })
      }
    })

    test('go to no one else, and there are none where none were given', async () => {
      const { id } = await connected()
      const session = await api.call('POST', '/v1/sessions', { by: api.runtime, body: { user_id: userId } })
      const { token } = session.body as unknown as { token: string }
      const bySession = { id: session.body.id, headers: { Authorization: `Bearer ${token}` } }
      expectRefused(await tokensBy(api.ask, id), 403, 'insufficient_scope')
      expectRefused(await tokensBy(bySession, id), 403, 'session_not_allowed')
      for (const by of [ada, await api.makePerson('admin', { userIds: [userId] })]) {
        expectRefused(await tokensBy(by, id), 403, 'insufficient_scope')
      }
      expectRefused(await tokensBy(await api.makeKey('all', { mode: 'live' }), id), 404, 'not_found')
      const recorded = connectionOf(await post('', { user_id: userId, app, status: 'active' }, api.runtime))
      expectRefused(await tokensBy(api.runtime, recorded.id), 404, 'not_found')
      expectRefused(await tokensBy(api.runtime, (await createLink()).id), 404, 'not_found')
      await api.call('DELETE', `/v1/connections/${id}`, { by: api.runtime })
      expectRefused(await tokensBy(api.runtime, id), 404, 'not_found')
      expect(await rowOf(id)).toMatchObject({ tokens_sealed: null })
      expect((await deploymentRecord()).map(({ action }) => action)).not.toContain('connection.tokens_read')
    })

    test('and all that leads to them stand in no log, record or event, and in no table as they are', async () => {
      await openItem()
      const link = await createLink()
      const authorizeUrl = await start(link.token)
      const flow = String((await rowOf(link.id))?.flow_json)
      const answer = await provider.consent(authorizeUrl)
      await post('/complete', answer, ada)
      const { tokens } = (await tokensBy(api.runtime, link.id)).body as unknown as { tokens: Record<string, string> }
      const verifier = String(provider.requests.at(-1)?.form.code_verifier)
      const secrets = [
        link.token,
        answer.state,
        answer.code,
        verifier,
        clientSecret,
        ...['access_token', 'refresh_token', 'id_token'].map((name) => tokens[name] ?? 'missing'),
      ]
      for (const secret of secrets) expect(secret.length).toBeGreaterThan(15)
      const tables = ['connection', 'audit', 'event', 'interaction', 'idempotency', 'webhook_delivery']
      const rows = await Promise.all(tables.map((table) => api.sql(`SELECT * FROM ${table}`)))
      const kept = JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
      for (const text of [api.log.join('\n'), kept, flow]) {
        expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      }
    })
  })
})
