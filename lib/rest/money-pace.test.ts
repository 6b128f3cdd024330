import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

const yes = { approve: true, present_user: true }

describe.each(dialects)('the pace of money on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => api.open(asks.M)))
  const person = () => api.makePerson('user', { userIds: [asks.M.user_id as string] })

  verifies(
    'S26',
    'of many yeses to money at once six count, and the rest change nothing and are told when',
    async () => {
      const by = await person()
      const items = await openMany(9)
      const answers = await Promise.all(items.map(({ id }) => api.answer(id, yes, by)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 200) continue
        expectRefused(answer, 429, 'rate_limited')
        expect(answer.body.error.details).toEqual({ limit: 6, per: 'minute', of: 'money_yes' })
        const seconds = Number(answer.headers.get('Retry-After'))
        expect(seconds).toBeGreaterThanOrEqual(1)
        expect(seconds).toBeLessThanOrEqual(60)
        expect((await api.read(items[index]?.id ?? '')).status).toBe('pending')
      }
    },
  )

  verifies('S26', 'the window slides, and a no, another person, a key and a repeat are not counted', async () => {
    const by = await person()
    const items = await openMany(10)
    const [next, denied, others, keyed, again] = items.slice(5).map(({ id }) => id)
    const key = { 'Idempotency-Key': 'once' }
    for (const { id } of items.slice(0, 5)) expect((await api.answer(id, yes, by)).status).toBe(200)
    const once = await api.open(asks.M)
    for (let tries = 0; tries < 3; tries++) expect((await api.answer(once.id, yes, by, key)).status).toBe(200)
    expectRefused(await api.answer(next ?? '', yes, by), 429, 'rate_limited')
    expect((await api.answer(denied ?? '', { approve: false }, by)).status).toBe(200)
    expect((await api.answer(others ?? '', yes, await person())).status).toBe(200)
    expect((await api.answer(keyed ?? '', yes, api.all)).status).toBe(200)
    expect((await api.answer((await api.open({ ...asks.A, user_id: asks.M.user_id })).id, yes, by)).status).toBe(200)
    await api.sql('UPDATE rate_window SET window_start = window_start - 60000 WHERE window_start > 0')
    expect((await api.answer(next ?? '', yes, by)).status).toBe(200)
    expect((await api.answer(again ?? '', yes, by)).status).toBe(200)
  })
})
