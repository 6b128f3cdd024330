import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { type Answer, type Api, asks } from './api'

interface Sent {
  path: string
  body: unknown
  key: string
}

/** What callers were told, so that it can be held against what is there after a crash. */
export interface Ledger {
  /** Every item whose opening was acknowledged. */
  opened: Set<string>
  /** The decision of each acknowledged answer. */
  answered: Map<string, string>
  /** Requests that got no answer: they ran once or not at all. */
  unsure: Sent[]
}

export const newLedger = (): Ledger => ({ opened: new Set(), answered: new Map(), unsure: [] })

export const acknowledged = ({ opened, answered }: Ledger) => opened.size + answered.size

const send = (api: Api, { path, body, key }: Sent) =>
  api.call('POST', path, { body, headers: { 'Idempotency-Key': key } })

function note(ledger: Ledger, sent: Sent, { status, body }: Answer) {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  if (sent.path === '/v1/interactions') ledger.opened.add(body.id)
  else ledger.answered.set(body.id, (sent.body as { approve: boolean }).approve ? 'approved' : 'denied')
}

/**
 * Opens and answers with many callers at once.
 * @param goesOn asked before each item; a caller ends as well when it gets no answer
 */
export async function burst(api: Api, ledger: Ledger, callers: number, goesOn: () => boolean): Promise<void> {
  const attempt = async (sent: Sent): Promise<Answer | null> => {
    for (;;) {
      const answer = await send(api, sent).catch(() => null)
      if (answer?.status === 503) {
        expect(answer.body.error.code).toBe('unavailable')
        expect(answer.headers.get('Retry-After')).toBe('1')
        await sleep(50)
        continue
      }
      if (answer) note(ledger, sent, answer)
      else ledger.unsure.push(sent)
      return answer
    }
  }
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (goesOn()) {
        const body = { ...asks.approval, user_id: `user-${caller}`, external_id: randomUUID() }
        const opened = await attempt({ path: '/v1/interactions', body, key: randomUUID() })
        if (!opened) return
        const path = `/v1/interactions/${opened.body.id}/answer`
        const answer = { approve: Math.random() < 0.5 }
        if (!(await attempt({ path, body: answer, key: randomUUID() }))) return
      }
    }),
  )
}

/** Sends again what got no answer: it runs now or is replayed, and a third try is a replay of the same. */
export async function settle(api: Api, ledger: Ledger): Promise<void> {
  for (const sent of ledger.unsure.splice(0)) {
    const first = await send(api, sent)
    note(ledger, sent, first)
    const second = await send(api, sent)
    expect(second).toMatchObject({ status: first.status, body: first.body })
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
  }
}

/** Everything that was acknowledged is there, as it was acknowledged. */
export async function expectKept(api: Api, { opened, answered }: Ledger): Promise<void> {
  const ids = [...opened]
  for (let from = 0; from < ids.length; from += 20) {
    await Promise.all(
      ids.slice(from, from + 20).map(async (id) => {
        const { status, body } = await api.get(id)
        expect(status, id).toBe(200)
        const decision = answered.get(id)
        if (decision !== undefined) expect(body).toMatchObject({ status: 'resolved', outcome: { decision } })
      }),
    )
  }
}

type Sql = (text: string) => Promise<Record<string, unknown>[]>

/** Nothing is there twice, and nothing that nobody asked for. */
export async function expectOnce(sql: Sql, { opened, answered }: Ledger): Promise<void> {
  const twice = await sql('SELECT interaction_id, type FROM event GROUP BY interaction_id, type HAVING count(*) > 1')
  expect(twice).toEqual([])
  const answeredTwice = await sql(
    `SELECT chain FROM audit WHERE action = 'interaction.answered' GROUP BY chain HAVING count(*) > 1`,
  )
  expect(answeredTwice).toEqual([])
  const rows = await sql('SELECT id, decision FROM interaction')
  expect(new Set(rows.map(({ id }) => id))).toEqual(opened)
  const decided = rows.filter(({ decision }) => decision !== null).map(({ id, decision }) => [id, decision])
  expect(new Map(decided as [string, string][])).toEqual(answered)
  const ends = await sql(`SELECT interaction_id FROM event WHERE type = 'interaction.resolved'`)
  expect(new Set(ends.map(({ interaction_id }) => interaction_id))).toEqual(new Set(answered.keys()))
}
