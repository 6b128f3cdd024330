import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestStore, endPlan, newItem, openPlan, type TestStore } from '@/lib/testing/store'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe('a PostgreSQL that drops connections', () => {
  let db: TestStore

  beforeAll(async () => {
    db = await createTestStore('postgresql')
  })
  afterAll(() => db.drop())

  const dropConnections = () =>
    db.sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )

  test('what was acknowledged stands, what was refused says that a retry makes sense, and the store goes on', async () => {
    const acknowledged: string[] = []
    const refusals: unknown[] = []
    for (let round = 0; round < 10; round++) {
      const writes = Array.from({ length: 20 }, async () => {
        const item = newItem()
        try {
          await db.store.open(openPlan(item))
          await db.store.end(endPlan(item.id, 'approved'))
          acknowledged.push(item.id)
        } catch (error) {
          refusals.push(error)
        }
      })
      await dropConnections()
      await Promise.all(writes)
    }
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 1 })))
    expect(refusals.length).toBeGreaterThan(0)
    for (const id of acknowledged) expect(await db.store.findItem(id)).toMatchObject({ decision: 'approved' })
    expect((await db.store.verifyAudit()).fault).toBeNull()
    await db.store.ping()
  })

  test('reads and Prisma go on as well', async () => {
    for (let round = 0; round < 5; round++) {
      const reads = Promise.allSettled(
        Array.from({ length: 20 }, () => [db.store.ping(), db.store.people.find('nobody')]).flat(),
      )
      await dropConnections()
      await reads
    }
    expect(await db.store.people.find('nobody')).toBeNull()
  })

  test('who waits is told to look again, and hears of ends again', async () => {
    const other = await db.openAnother()
    const hints: (string[] | 'unknown')[] = []
    const stop = db.store.onForeignChange((ids) => hints.push(ids))
    const heard = async (wanted: (ids: string[] | 'unknown') => boolean) => {
      const untilMs = Date.now() + 5_000
      while (!hints.some(wanted) && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20))
      return hints.some(wanted)
    }
    await dropConnections()
    expect(await heard((ids) => ids === 'unknown')).toBe(true)
    other.announce('int_ended')
    expect(await heard((ids) => ids.includes('int_ended'))).toBe(true)
    stop()
  })
})
