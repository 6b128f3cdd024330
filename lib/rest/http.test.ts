import { afterAll, beforeAll, describe, expect } from 'vitest'
import { handlerOf } from '@/lib/http/mount'
import { type Api, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

describe('HTTP', () => {
  let api: Api
  let id: string
  beforeAll(async () => {
    api = await startApi('sqlite')
    id = (await api.open(asks.A)).id
  })
  afterAll(() => api.close())

  const reads = () => ['/v1/interactions', `/v1/interactions/${id}`, `/v1/interactions/${id}/result`]

  verifies('C6', 'every response has an own request id of ours', async () => {
    const answers = [
      await api.list(),
      await api.call('GET', '/v1/interactions', { headers: { 'X-Request-Id': 'mine' } }),
      await api.call('GET', `/v1/interactions/${id}`, { by: api.all, headers: { 'X-Request-Id': 'req_mine' } }),
      await api.call('OPTIONS', '/v1/interactions'),
      await api.call('DELETE', '/v1/interactions'),
      await api.call('GET', '/v1/nothing-here'),
      await api.call('HEAD', `/v1/interactions/${id}`, { by: api.all }),
      await api.answer(id, { answers: ['misfit'] }),
      await api.call('POST', '/v1/interactions', { by: api.all, body: asks.A }),
    ]
    const requestIds = answers.map(({ headers }) => headers.get('X-Request-Id'))
    for (const each of requestIds) expect(each).toMatch(/^req_[0-9a-z]{26}$/)
    expect(new Set(requestIds).size).toBe(answers.length)
  })

  verifies('C6', 'what answers beside the API has one too, the same as in its error', async () => {
    const paths = ['/healthz', '/readyz', '/openapi.json', '/metrics', '/a2a/nothing-here']
    for (const path of [...paths, '/.well-known/agent-card.json', '/.well-known/nothing-here']) {
      for (const method of ['GET', 'DELETE']) {
        const request = new Request(`http://inbox.example${path}`, { method })
        const response = await handlerOf(path)?.(api.app, request, { address: null })
        const requestId = response?.headers.get('X-Request-Id')
        expect(requestId, `${method} ${path}`).toMatch(/^req_[0-9a-z]{26}$/)
        const said = /^{"error":.*"request_id":"(\w+)"/.exec((await response?.text()) ?? '')?.[1]
        if (said !== undefined) expect(said, `${method} ${path}`).toBe(requestId)
      }
    }
  })

  verifies('C1 C6', 'without its store, what answers beside the API says so in the shape of every error', async () => {
    const broken = await startApi('sqlite')
    await broken.close()
    const request = new Request('http://inbox.example/.well-known/agent-card.json')
    const response = await handlerOf('/.well-known/agent-card.json')?.(broken.app, request, { address: null })
    const body = await response?.json()
    expect([500, 503]).toContain(response?.status)
    expect(body.error).toMatchObject({ type: 'api_error', request_id: response?.headers.get('X-Request-Id') })
  })

  verifies('C16', 'reads have a weak ETag, are private, and vary by credential', async () => {
    for (const path of reads()) {
      const { headers } = await api.call('GET', path, { by: api.all })
      expect(headers.get('ETag')).toMatch(/^W\/"[\w-]+"$/)
      expect(headers.get('Cache-Control')).toBe('private, no-cache')
      expect(headers.get('Vary')?.split(', ')).toContain('Authorization')
      expect(headers.get('Vary')?.split(', ')).toContain('Cookie')
    }
  })

  verifies('C16', 'what is known is 304 without a body, until it changes', async () => {
    const item = await api.open(asks.A)
    for (const path of ['/v1/interactions', `/v1/interactions/${item.id}`, `/v1/interactions/${item.id}/result`]) {
      const get = (etag?: string) =>
        api.call('GET', path, { by: api.all, ...(etag !== undefined && { headers: { 'If-None-Match': etag } }) })
      const etag = (await get()).headers.get('ETag') ?? ''
      for (const known of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
        const again = await get(known)
        expect([known, again.status, again.text]).toEqual([known, 304, ''])
        expect(again.headers.get('ETag')).toBe(etag)
        expect(again.headers.get('Cache-Control')).toBe('private, no-cache')
      }
      for (const unknown of ['W/"other"', '"other"', '']) expect((await get(unknown)).status).toBe(200)
    }
    const before = (await api.call('GET', `/v1/interactions/${item.id}`, { by: api.all })).headers.get('ETag') ?? ''
    await api.answer(item.id, { approve: true })
    const after = await api.call('GET', `/v1/interactions/${item.id}`, {
      by: api.all,
      headers: { 'If-None-Match': before },
    })
    expect(after.status).toBe(200)
    expect(after.headers.get('ETag')).not.toBe(before)
  })

  verifies('C16', 'who may not read gets no 304', async () => {
    const etag = (await api.call('GET', `/v1/interactions/${id}`, { by: api.all })).headers.get('ETag') ?? ''
    const stranger = await api.makeKey('ask', { agent: 'Stranger' })
    const answer = await api.call('GET', `/v1/interactions/${id}`, { by: stranger, headers: { 'If-None-Match': etag } })
    expectRefused(answer, 404, 'not_found')
  })

  verifies('C16 C1', 'errors are never stored', async () => {
    expect((await api.call('GET', '/v1/interactions')).headers.get('Cache-Control')).toBe('no-store')
  })

  verifies('C26', 'HEAD is GET without a body, for good and for bad', async () => {
    for (const path of [...reads(), '/v1/interactions?limit=0', '/v1/interactions/int_unknown']) {
      const get = await api.call('GET', path, { by: api.all })
      const head = await api.call('HEAD', path, { by: api.all })
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      const comparable = (headers: Headers) => [...headers].filter(([name]) => name !== 'x-request-id')
      expect(comparable(head.headers)).toEqual(comparable(get.headers))
    }
  })

  const methods: [path: string, allow: string[]][] = [
    ['/v1/interactions', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/interactions/int_1', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/interactions/int_1/answer', ['OPTIONS', 'POST']],
    ['/v1/interactions/int_1/cancel', ['OPTIONS', 'POST']],
    ['/v1/interactions/int_1/settle', ['OPTIONS', 'POST']],
    ['/v1/interactions/int_1/verify', ['OPTIONS', 'POST']],
    ['/v1/interactions/int_1/result', ['GET', 'HEAD', 'OPTIONS']],
    ['/v1/conversations', ['OPTIONS', 'POST']],
    ['/v1/tasks', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/v1/tasks/task_1/end', ['OPTIONS', 'POST']],
  ]
  for (const [path, allow] of methods) {
    verifies('C26 B29 R4', `${path} allows ${allow.join(', ')} and refuses all others`, async () => {
      const options = await api.call('OPTIONS', path)
      expect([options.status, options.text]).toEqual([204, ''])
      const sorted = (headers: Headers) => headers.get('Allow')?.split(', ').sort()
      expect(sorted(options.headers)).toEqual(allow)
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
        if (allow.includes(method)) continue
        for (const by of [undefined, api.all]) {
          const answer = await api.call(method, path, by ? { by } : {})
          expect([method, answer.status]).toEqual([method, 405])
          if (method !== 'HEAD') expectRefused(answer, 405, 'method_not_allowed')
          expect(sorted(answer.headers)).toEqual(allow)
        }
      }
    })
  }

  verifies('B26', 'neither a preflight nor a key gets CORS headers for list or cancel', async () => {
    const foreign = { Origin: 'https://evil.example' }
    const preflight = {
      ...foreign,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    }
    const answers = [
      await api.call('OPTIONS', '/v1/interactions', { headers: preflight }),
      await api.call('OPTIONS', `/v1/interactions/${id}/cancel`, { headers: preflight }),
      await api.call('GET', '/v1/interactions', { by: api.all, headers: foreign }),
      await api.call('GET', `/v1/interactions/${id}`, { by: api.all, headers: foreign }),
      await api.call('POST', `/v1/interactions/${id}/cancel`, { by: api.runtime, headers: foreign, body: { x: 1 } }),
    ]
    for (const { headers } of answers) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  verifies('C1 C2', 'an unknown route is a not_found like any', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/interactions/',
      `/v1/interactions/${id}/`,
      '/v1//interactions',
      '/v2/interactions',
    ]) {
      expectRefused(await api.call('GET', path, { by: api.all }), 404, 'not_found')
    }
  })

  verifies('R5', 'all that is said is JSON with snake_case names', async () => {
    const names = (value: unknown): string[] => {
      if (Array.isArray(value)) return value.flatMap(names)
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([key, entry]) => [key, ...names(entry)])
    }
    await api.open(asks.HO)
    const answers = [
      await api.list('?include=context&limit=100'),
      await api.result(id),
      await api.call('GET', '/v1/interactions'),
      await api.call('POST', '/v1/tasks', { by: api.all, body: {} }),
    ]
    for (const { body, headers } of answers) {
      expect(headers.get('Content-Type')).toBe('application/json')
      for (const name of names(body)) expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
    }
  })

  verifies('C1 D18.8', 'a fault of ours says nothing of itself, and is logged', async () => {
    const broken = await startApi('sqlite')
    await broken.sql('DROP TABLE idempotency')
    const item = await broken.open(asks.A)
    const answer = await broken.answer(item.id, { approve: true }, broken.all, { 'Idempotency-Key': 'k' })
    const error = expectRefused(answer, 500, 'internal_error')
    expect(answer.text).not.toMatch(/idempotency|SELECT|sqlite|\.ts/i)
    const logged = broken.log.find((line) => line.includes(error.request_id) && line.includes('idempotency'))
    expect(logged).toBeDefined()
    expect((await broken.read(item.id)).status).toBe('pending')
    await broken.close()
  })

  verifies('C1', 'one line is logged for each call, with what it was, how it ended and who called', async () => {
    api.log.length = 0
    const answer = await api.answer('int_unknown', { approve: true }, api.runtime)
    expect(api.log).toHaveLength(1)
    expect(JSON.parse(api.log[0] ?? '')).toMatchObject({
      op: 'answerInteraction',
      status: 404,
      code: 'not_found',
      request_id: answer.headers.get('X-Request-Id'),
      actor: api.runtime.id,
      target: 'int_unknown',
    })
  })

  verifies(
    'A32 C34 K20',
    'no line of the log holds a key, cookie, nonce, answer, note, argument or text of an item',
    async () => {
      const marked = (what: string) => `marked-${what}-5571`
      const person = await api.makePerson('user', { userIds: [marked('user')] })
      const user_id = marked('user')
      const asked = { user_id, summary: marked('summary'), external_id: marked('external') }
      const money = await api.open({
        ...asks.M,
        ...asked,
        arguments: { a: marked('argument') },
        metadata: { n: marked('note') },
      })
      await api.call('POST', `/v1/interactions/${money.id}/verify`, {
        by: api.all,
        body: { arguments: { a: marked('verify') } },
      })
      await api.answer(money.id, { approve: false, message: marked('message') }, person)
      const hands = await api.open({ ...asks.H, user_id })
      const { nonce = '' } = await api.read(hands.id)
      await api.answer(hands.id, { approve: true, present_user: true, nonce }, person)
      const question = await api.open({ ...asks.Q1, user_id })
      await api.answer(question.id, { answers: [marked('answer')] }, person, {
        'Idempotency-Key': marked('idempotency'),
      })
      await api.answer(question.id, { answers: [marked('again')] }, person)
      await api.answer(question.id, { [marked('field')]: 1 }, person)
      const call = await api.open({ ...asks.TC, user_id })
      await api.answer(call.id, { output: marked('output') })
      const failing = await api.open({ ...asks.TC, user_id })
      await api.answer(failing.id, { error: marked('error') })
      const cancelled = await api.open({ ...asks.A, user_id })
      await api.cancel(cancelled.id, { reason: marked('reason') })
      await api.list(`?user_id=${marked('user')}`)
      await api.call('GET', '/v1/interactions', { headers: { Authorization: `Bearer ${marked('key')}` } })
      const log = api.log.join('\n')
      expect(log).not.toContain('marked-')
      expect(log).not.toContain(nonce)
      for (const { headers } of [api.all, api.ask, api.runtime, person]) {
        expect(log).not.toContain((headers.Authorization ?? headers.Cookie ?? 'none').slice(-30))
      }
    },
  )
})
