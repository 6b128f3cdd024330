import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Item } from '@/lib/interactions/item'
import {
  auditEntry,
  createTestStore,
  dialects,
  endPlan,
  newId,
  newItem,
  openPlan,
  type TestStore,
} from '@/lib/testing/store'
import { verifies } from '@/lib/testing/verifies'
import type { Connection, ConnectionFlow, SettlePlan } from './connections'
import type { Store } from './store'

const rounds = 40
const app = 'googlecalendar'

describe.each(dialects)('connections in two stores on one %s', (dialect) => {
  let db: TestStore
  let stores: [Store, Store]

  beforeAll(async () => {
    db = await createTestStore(dialect)
    stores = [db.store, await db.openAnother()]
  })
  afterAll(async () => {
    expect((await db.store.verifyAudit()).fault).toBeNull()
    await db.drop()
  })

  const open = async (userId: string, store = db.store): Promise<Item> => {
    const item = newItem({ type: 'connect', kind: 'composio_auth', app, userId, requiresPresentUser: false })
    const bornConnected = () => ({ status: 'resolved', decision: 'approved', resolvedAtMs: item.createdAtMs }) as const
    const opened = await store.open(openPlan(item, { bornConnected }))
    return (opened as { item: Item }).item
  }
  const createPending = async (userId: string): Promise<Connection> => {
    const nowMs = db.store.nowMs()
    const connection: Connection = {
      id: newId('cnx'),
      mode: 'test',
      userId,
      app,
      status: 'pending',
      returnUrl: null,
      flow: null,
      tokensSealed: null,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + 600_000,
      activeAtMs: null,
    }
    await db.store.createConnection(connection, newId('token'), auditEntry('connection.created'))
    return connection
  }
  const plan = (): SettlePlan => ({
    audit: auditEntry('connection.active'),
    endItem: ({ id }) => endPlan(id, 'approved'),
  })
  const activate = (store: Store, { id }: Connection) => store.activateConnection(id, 'sealed', store.nowMs(), plan())
  const eventsOf = async (id: string) => {
    const rows = await db.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', id)
    return rows.map(({ type }) => type)
  }

  verifies('K33 T9', 'a no and a connection at once: each item ends once, by the one or the other', async () => {
    const seen = new Set<unknown>()
    for (let round = 0; round < rounds; round++) {
      const userId = newId('user')
      const [item, other, connection] = [await open(userId), await open(userId), await createPending(userId)]
      const decline = () => stores[round % 2 ? 0 : 1].end(endPlan(item.id, 'denied'))
      const connect = () => activate(stores[round % 2 ? 1 : 0], connection)
      // In two rounds the first is alone in front, so that both outcomes are seen whatever the machine does.
      const isAlone = round === 0 || round === 2
      const inOrder = async <A, B>(first: () => Promise<A>, second: () => Promise<B>) => {
        const begun = first()
        if (isAlone) await begun
        return Promise.all([begun, second()])
      }
      const [settled, ended] =
        round % 4 < 2
          ? await inOrder(connect, decline)
          : await inOrder(decline, connect).then(([a, b]) => [b, a] as const)
      const found = await db.store.findItem(item.id)
      seen.add(found?.decision)
      const isDeclined = found?.decision === 'denied'
      expect(ended.result).toBe(isDeclined ? 'ended' : 'lost')
      expect(settled?.map(({ id }) => id).sort()).toEqual((isDeclined ? [other.id] : [item.id, other.id]).sort())
      expect(await eventsOf(item.id)).toEqual(['interaction.created', 'interaction.resolved'])
      const record = await db.store.readAudit(item.id)
      expect(record.map(({ facts_json }) => JSON.parse(String(facts_json)).decision)).toEqual([
        undefined,
        found?.decision,
      ])
      expect((await db.store.findItem(other.id))?.decision).toBe('approved')
      expect((await db.store.findConnection(connection.id))?.status).toBe('active')
    }
    expect(seen).toEqual(new Set(['approved', 'denied']))
  })

  verifies('T2 K33', 'an ask and a connection at once: the ask never waits for what is there', async () => {
    const seen = new Set<unknown>()
    for (let round = 0; round < rounds; round++) {
      const userId = newId('user')
      const connection = await createPending(userId)
      const ask = () => open(userId, stores[round % 2 ? 0 : 1])
      const connect = () => activate(stores[round % 2 ? 1 : 0], connection)
      const [opened, settled] =
        round % 4 < 2
          ? await Promise.all([ask(), connect()])
          : await Promise.all([connect(), ask()]).then(([a, b]) => [b, a] as const)
      seen.add(opened.status)
      expect(settled?.map(({ id }) => id)).toEqual(opened.status === 'pending' ? [opened.id] : [])
      expect(await db.store.findItem(opened.id)).toMatchObject({ status: 'resolved', decision: 'approved' })
      expect(await eventsOf(opened.id)).toEqual(['interaction.created', 'interaction.resolved'])
    }
    expect(seen).toEqual(new Set(['pending', 'resolved']))
  })

  verifies('K33', 'of several that activate one connection at once, one does', async () => {
    for (let round = 0; round < 10; round++) {
      const userId = newId('user')
      const [item, connection] = [await open(userId), await createPending(userId)]
      const all = await Promise.all(Array.from({ length: 6 }, (_, n) => activate(stores[n % 2 ? 1 : 0], connection)))
      expect(all.filter((each) => each !== null).map((each) => each.map(({ id }) => id))).toEqual([[item.id]])
    }
  })

  verifies('K34', 'a flow is taken once, in time, and not when a newer one stands in its place', async () => {
    const flowOf = (n: number): ConnectionFlow => ({
      state_sha256: `state "${n}"`,
      person_id: 'per_ada',
      session_id: 'psn_ada',
      sealed: `sealed ${n}`,
    })
    const connection = await createPending(newId('user'))
    const { id } = connection
    const nowMs = db.store.nowMs()
    const start = (n: number, atMs = nowMs) =>
      db.store.startConnectionFlow(id, flowOf(n), atMs, auditEntry('connection.started'))
    const take = (n: number, store: Store = db.store, atMs = nowMs) => store.takeConnectionFlow(id, flowOf(n), atMs)

    expect(await take(1)).toBe(false)
    expect(await start(1)).toBe(true)
    expect((await db.store.findConnection(id))?.flow).toEqual(flowOf(1))
    expect(await start(2)).toBe(true)
    expect(await take(1)).toBe(false)
    expect(await take(2, db.store, nowMs + 600_000)).toBe(false)
    const taken = await Promise.all(Array.from({ length: 6 }, (_, n) => take(2, stores[n % 2 ? 1 : 0])))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await start(3, nowMs + 600_000)).toBe(false)
    expect(await start(3)).toBe(true)
    await activate(db.store, connection)
    expect(await take(3)).toBe(false)
    expect(await start(4)).toBe(false)
    expect(await db.store.findConnection(id)).toMatchObject({ status: 'active', flow: null, expiresAtMs: null })
  })
})
