import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asks } from '@/lib/testing/asks'
import { type Served, serveApi } from '@/lib/testing/serve'
import { Vestra } from './index'

let served: Served
beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())

type Fault = 'before' | 'after' | number

/** A way to the server on which the first tries go wrong: not sent at all, answered into the void, or refused by a proxy. */
function faultyFetch(faults: Fault[]) {
  const keys: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const fault = faults.shift()
    if (fault === 'before') throw new TypeError('connection refused')
    if (typeof fault === 'number')
      return Response.json({ error: { code: 'unavailable', message: 'later' } }, { status: fault })
    const response = await globalThis.fetch(input, init)
    if (fault === 'after') {
      await response.arrayBuffer()
      throw new TypeError('connection reset')
    }
    return response
  }
  return { keys, vestra: new Vestra({ baseUrl: served.url, apiKey: served.all.secret, fetch }) }
}

describe('one key for one call, over all its tries', () => {
  test.each([
    ['the network', ['before']],
    ['408', [408]],
    ['429', [429]],
    ['500 and then 503', [500, 503]],
  ] as [string, Fault[]][])('%s', async (_name, faults) => {
    const { id } = await served.open(asks.A)
    const tries = faults.length + 1
    const { keys, vestra } = faultyFetch([...faults])
    expect(await vestra.answer(id, { approve: true })).toMatchObject({ status: 'resolved' })
    expect(keys).toHaveLength(tries)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  })

  test('an answer that was recorded and whose reply was lost is not given twice', async () => {
    const { id } = await served.open(asks.A)
    const { vestra } = faultyFetch(['after'])
    expect(await vestra.answer(id, { approve: true })).toMatchObject({ id, status: 'resolved' })
    const audit = await served.audit(id)
    expect(audit.filter(({ action }) => action === 'interaction.answered')).toHaveLength(1)
  })

  test('idempotency_in_progress is waited for', async () => {
    const { id } = await served.open(asks.A)
    let tries = 0
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (++tries > 1) return globalThis.fetch(input, init)
      return Response.json({ error: { code: 'idempotency_in_progress', message: 'wait' } }, { status: 409 })
    }
    const vestra = new Vestra({ baseUrl: served.url, apiKey: served.all.secret, fetch })
    expect(await vestra.answer(id, { approve: true })).toMatchObject({ status: 'resolved' })
  })

  test.each(['', '//', '/v1', '/v1/'])('the address may end in "%s"', async (end) => {
    const vestra = new Vestra({ baseUrl: served.url + end, apiKey: served.all.secret })
    expect((await vestra.answer.list()).data).toEqual(expect.any(Array))
  })

  test('two calls have two keys, and a refusal is not tried again', async () => {
    const { id } = await served.open(asks.A)
    const { keys, vestra } = faultyFetch([])
    await vestra.answer(id, { approve: true })
    await expect(vestra.answer(id, { approve: true })).rejects.toMatchObject({ code: 'already_resolved' })
    expect(new Set(keys).size).toBe(2)
    expect(keys).toHaveLength(2)
  })

  test('what the server does anew each time is not sent again into the dark', async () => {
    const { keys, vestra } = faultyFetch(['after'])
    const made = vestra.keys.create({ name: 'for a worker', scope: 'runtime' })
    await expect(made).rejects.toMatchObject({ code: 'connection_failed' })
    expect(keys).toHaveLength(1)
  })
})

test('a call ends when its signal says so, with the reason given', async () => {
  const { id } = await served.open(asks.A)
  const { vestra } = faultyFetch(['before', 'before', 'before'])
  const leaving = new AbortController()
  const answered = vestra.answer(id, { approve: true }, { signal: leaving.signal })
  leaving.abort(new Error('the agent was stopped'))
  await expect(answered).rejects.toThrow('the agent was stopped')
})
