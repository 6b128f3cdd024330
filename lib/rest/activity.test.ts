import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireOverdue } from '@/lib/services/expiry'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { asks } from '@/lib/testing/asks'
import { expectRefused } from '@/lib/testing/refused'
import { verifies } from '@/lib/testing/verifies'

const dayMs = 24 * 3_600_000
const fromMs = Date.UTC(2026, 0, 10)
const at = (ms: number) => new Date(fromMs + ms).toISOString()
const path = `/v1/activity?from=${at(0)}&to=${at(3 * dayMs)}`

describe.each(dialects)('activity on %s', (dialect) => {
  let api: Api
  let ada: Caller
  beforeAll(async () => {
    api = await startApi(dialect)
    ada = await api.makePerson('user', { name: 'Ada', userIds: [String(asks.A.user_id)] })
    await lived(asks.A, { askedMs: 0, seenMs: 1_000, endedMs: 2_500, by: ada })
    await lived(asks.A, { askedMs: 0, seenMs: 1_000, endedMs: 3_000, by: ada })
    await lived(asks.A, { askedMs: 0, seenMs: 1_000, endedMs: 3_001, by: ada })
    await lived(asks.A, { askedMs: dayMs, seenMs: dayMs + 10, endedMs: dayMs + 9_000, by: ada, approve: false })
    await lived(asks.A, { askedMs: dayMs, endedMs: dayMs + 20_000, by: api.runtime })
    await lived(asks.A, { askedMs: dayMs, endedMs: 3 * dayMs, by: api.runtime })
    const late = await api.open(asks.A, api.ask)
    await api.runOut(late.id)
    await expireOverdue(api.app)
    await move(late.id, { opened: dayMs, expired: 2 * dayMs })
  })
  afterAll(() => api.close())

  interface Life {
    askedMs: number
    seenMs?: number
    endedMs: number
    by: Caller
    approve?: boolean
  }

  /** An item that was asked, seen and answered at those times after the period began. */
  async function lived(asked: Record<string, unknown>, { askedMs, seenMs, endedMs, by, approve = true }: Life) {
    const { id } = await api.open(asked)
    if (seenMs !== undefined) await api.read(id, by)
    expect((await api.answer(id, { approve }, by)).status).toBe(200)
    await move(id, { opened: askedMs, ...(seenMs !== undefined && { viewed: seenMs }), answered: endedMs })
  }

  async function move(id: string, times: Record<string, number>) {
    for (const [action, ms] of Object.entries(times)) {
      await api.sql('UPDATE audit SET at = ? WHERE chain = ? AND action = ?', fromMs + ms, id, `interaction.${action}`)
    }
    const ended = times.answered ?? times.expired ?? 0
    const [opened, resolved] = [fromMs + (times.opened ?? 0), fromMs + ended]
    await api.sql('UPDATE interaction SET created_at = ?, resolved_at = ? WHERE id = ?', opened, resolved, id)
  }

  const read = async (target: string, by: Caller = api.all) => JSON.parse((await api.call('GET', target, { by })).text)

  verifies('ADM15', 'answers, the median and what ran out: in all, by day, by agent and by person', async () => {
    const activity = await read(path)
    expect(activity).toMatchObject({
      from: at(0),
      to: at(3 * dayMs),
      counted_from: null,
      answers: 5,
      expired: 1,
      median_ms: 3_001,
    })
    expect(activity.days).toMatchObject([
      { from: at(0), answers: 3, expired: 0, median_ms: 3_000 },
      { from: at(dayMs), answers: 2, expired: 0, median_ms: 9_000 },
      { from: at(2 * dayMs), answers: 0, expired: 1, median_ms: null },
    ])
    expect(activity.agents).toMatchObject([
      { name: 'Agent', answers: 5, expired: 0, median_ms: 3_001 },
      { name: 'Concierge', answers: 0, expired: 1, median_ms: null },
    ])
    expect(activity.people).toMatchObject([{ id: ada.id, name: 'Ada', answers: 4, median_ms: 3_000 }])
  })

  verifies(
    'ADM16',
    'a yes at most two seconds after the same person saw it is a quick one; a no never is',
    async () => {
      const { people, days, yes_seen, yes_quick } = await read(path)
      expect({ yes_seen, yes_quick }).toEqual({ yes_seen: 3, yes_quick: 2 })
      expect(people).toMatchObject([{ yes_seen: 3, yes_quick: 2 }])
      expect(days).toMatchObject([{ yes_quick: 2 }, { yes_seen: 0, yes_quick: 0 }, {}])
    },
  )

  verifies('ADM15 A41', 'the other world has none of it', async () => {
    const live = await api.makeKey('all', { mode: 'live' })
    expect(await read(path, live)).toMatchObject({ answers: 0, expired: 0, agents: [], people: [] })
  })

  verifies('ADM15 D19.1', 'for admins alone, over a period that is one', async () => {
    for (const by of [api.ask, api.runtime, ada]) {
      for (const target of [path, '/v1/activity/open']) {
        expectRefused(await api.call('GET', target, { by }), 403, 'insufficient_scope')
      }
    }
    for (const query of [`from=${at(1)}&to=${at(1)}`, `from=${at(0)}&to=${at(92 * dayMs + 1)}`, 'from=yesterday']) {
      expectRefused(await api.call('GET', `/v1/activity?${query}`, { by: api.all }), 400, 'invalid_request', 'from')
    }
  })

  verifies('ADM17', 'what waits, by age, type and agent', async () => {
    const nowMs = api.app.store.nowMs()
    for (const [asked, ageMs] of [
      [asks.A, 0],
      [asks.Q1, 2 * 3_600_000],
      [asks.Q1, 3 * dayMs],
      [asks.A, 8 * dayMs],
    ] as const) {
      const { id } = await api.open(asked, ageMs === 0 ? api.ask : api.all)
      await api.sql('UPDATE interaction SET created_at = ? WHERE id = ?', nowMs - ageMs, id)
    }
    const overdue = await api.open(asks.A)
    await api.runOut(overdue.id)
    expect(await read('/v1/activity/open')).toEqual({
      object: 'open_counts',
      total: 4,
      by_age: { hour: 1, day: 1, week: 1, older: 1 },
      by_type: [
        { type: 'approval', count: 2 },
        { type: 'question', count: 2 },
      ],
      by_agent: [
        { agent: 'Agent', count: 3 },
        { agent: 'Concierge', count: 1 },
      ],
    })
  })

  test('a period with more than is looked at says where its figures begin', async () => {
    const busy = await startApi(dialect)
    try {
      const { id } = await busy.open(asks.A)
      await busy.sql(
        `INSERT INTO audit (chain, seq, at, action, actor_type, channel, facts_json, prev_hash, hash)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30001)
         SELECT 'many-' || i, 1, ${fromMs} + i, 'interaction.opened', 'key', 'rest', '{}', '', '' FROM n`,
      )
      await busy.answer(id, { approve: true })
      await busy.sql('UPDATE audit SET at = ? WHERE chain = ?', fromMs + 90_000, id)
      const reply = await busy.call('GET', path, { by: busy.all })
      expect(JSON.parse(reply.text)).toMatchObject({ counted_from: at(4), answers: 1 })
    } finally {
      await busy.close()
    }
  })
})
