import { afterAll, beforeAll, describe, expect } from 'vitest'
import { systemContext } from '@/lib/services/context'
import { endUser } from '@/lib/services/end-user'
import { type Api, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { verifies } from '@/lib/testing/verifies'

const yes = { approve: true, present_user: true }

describe.each(dialects)('the memory of payees on %s', (dialect) => {
  let api: Api
  beforeAll(async () => {
    api = await startApi(dialect)
  })
  afterAll(() => api.close())

  const pay = (user_id: string, payee: { name: string; id?: string }) =>
    api.open({ ...asks.M, user_id, summary: 'pay', payee })
  async function cautionsOf(id: string): Promise<unknown> {
    const { body } = await api.call('GET', `/v1/interactions/${id}?include=context`, { by: api.all })
    return body.context?.cautions
  }
  const first = { code: 'first_payment', place: 'payee', said: 'Lakeside Hotel', fact: null }

  verifies('S29', 'a payee is new until somebody said yes, and then another account of it is odd', async () => {
    const asked = await pay('memory-1', { name: 'Lakeside Hotel', id: 'DE-100' })
    expect(await cautionsOf(asked.id)).toEqual([first])
    expect((await api.answer(asked.id, yes)).status).toBe(200)
    const again = await pay('memory-1', { name: 'Lakeside Hotel', id: 'DE-100' })
    expect(await cautionsOf(again.id)).toEqual([])
    const elsewhere = await pay('memory-1', { name: 'Lakeside Hotel', id: 'XX-666' })
    expect(await cautionsOf(elsewhere.id)).toEqual([
      { code: 'other_account', place: 'payee', said: 'XX-666', fact: 'DE-100' },
    ])
    const stranger = await pay('memory-2', { name: 'Lakeside Hotel', id: 'XX-666' })
    expect(await cautionsOf(stranger.id)).toEqual([first])
  })

  verifies('S29', 'a payee that looks like an earlier one is warned of first, and only while it waits', async () => {
    await pay('memory-3', { name: 'Lakeside Hotel' })
    const { id } = await pay('memory-3', { name: 'Lake\u200bside Hotel' })
    const like = { code: 'like_known', place: 'payee', said: 'Lake\u200bside Hotel', fact: 'Lakeside Hotel' }
    expect(await cautionsOf(id)).toEqual([like, { ...first, said: like.said }])
    expect((await api.answer(id, { approve: false })).status).toBe(200)
    expect(await cautionsOf(id)).not.toContainEqual(like)
  })

  verifies('CARD14', 'an amount from the named one on is large, for whomever it is, as long as it waits', async () => {
    const pays = async (value: string) => {
      const asked = {
        ...asks.M,
        user_id: 'memory-5',
        summary: 'pay',
        payee: undefined,
        amount: { value, currency: 'USD' },
      }
      return (await api.open(asked)).id
    }
    const large = { code: 'large_payment', place: 'amount', said: 'USD 1000.00', fact: 'USD 1000' }
    expect(await cautionsOf(await pays('999.99'))).toEqual([])
    const id = await pays('1000.00')
    expect(await cautionsOf(id)).toEqual([large])
    expect((await api.answer(id, yes)).status).toBe(200)
    expect(await cautionsOf(id)).toEqual([])
  })

  verifies('S29 T13.users', 'what a user was asked about is known also after their end', async () => {
    await pay('memory-4', { name: 'Lakeside Hotel' })
    await endUser(systemContext(api.app), 'memory-4')
    const back = await pay('memory-4', { name: 'Lakeside Hotel' })
    const other = await pay('memory-4', { name: 'L\u0430keside Hotel' })
    expect(await cautionsOf(back.id)).toEqual([first])
    expect(await cautionsOf(other.id)).toContainEqual(
      expect.objectContaining({ code: 'like_known', fact: 'Lakeside Hotel' }),
    )
  })
})
