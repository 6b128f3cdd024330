import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Item } from '@/lib/interactions/item'
import {
  auditEntry,
  createTestStore,
  dialects,
  endPlan,
  idempotencyKey,
  newId,
  newItem,
  openPlan,
  type TestStore,
} from '@/lib/testing/store'
import { verifies } from '@/lib/testing/verifies'
import type { Ended } from './items'
import type { NewPerson } from './people'
import type { Store } from './store'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const rounds = 50
const tries = 8

/** Two stores on one database, as two servers have it, or one server and the command line. */
describe.each(dialects)('races in two stores on one %s', (dialect) => {
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

  /** Starts all tries in one turn, each second one in the other store. */
  const together = <T>(count: number, attempt: (store: Store, n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => attempt(stores[n % 2] as Store, n)))

  const open = async (parts: Partial<Item> = {}) => {
    const opened = await db.store.open(openPlan(newItem(parts)))
    return (opened as { item: Item }).item
  }
  const eventsOf = async (id: string) => {
    const rows = await db.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', id)
    return rows.map((row) => row.type)
  }
  const recordOf = async (chain: string) => (await db.store.readAudit(chain)).map((row) => row.action)
  const winnersOf = (all: Ended[]) =>
    all.filter((ended): ended is Extract<Ended, { result: 'ended' }> => ended.result === 'ended')

  /** Whoever won, it is told, kept, heard and recorded once, and each loser is shown who won. */
  async function assertOneWinner(item: Item, all: Ended[]) {
    const [winner, ...others] = winnersOf(all)
    const found = await db.store.findItem(item.id)
    expect(others).toEqual([])
    expect(winner?.item).toEqual(found)
    const losers = all.filter(({ result }) => result !== 'ended')
    expect(losers).toEqual(losers.map(() => ({ result: 'lost', item: found })))
    expect(await eventsOf(item.id)).toEqual(['interaction.created', `interaction.${found?.status}`])
    const action = found?.status === 'cancelled' ? 'interaction.cancelled' : 'interaction.answered'
    expect(await recordOf(item.id)).toEqual(['interaction.opened', action])
    const [line] = (await db.store.readAudit(item.id)).slice(-1)
    expect(JSON.parse(String(line?.facts_json))).toMatchObject({ decision: found?.decision })
  }

  verifies('A16 T16', `of ${tries} opposite answers at once one counts, in ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      const item = await open()
      const all = await together(tries, (store, n) =>
        store.end(endPlan(item.id, (n + round) % 2 ? 'approved' : 'denied')),
      )
      await assertOneWinner(item, all)
    }
  })

  verifies('A16 T11 T16', `of answers and withdrawals at once one counts, in ${rounds} rounds`, async () => {
    const statuses = new Set<unknown>()
    for (let round = 0; round < rounds; round++) {
      const item = await open()
      const decisions = round % 2 ? (['approved', 'cancelled'] as const) : (['cancelled', 'approved'] as const)
      // In the first two rounds one is alone in front, so that both ends are seen whatever the machine does.
      const first = round < 2 ? [await stores[0].end(endPlan(item.id, decisions[0]))] : []
      const others = await together(tries, (store, n) => store.end(endPlan(item.id, decisions[n % 2] ?? 'approved')))
      await assertOneWinner(item, [...first, ...others])
      statuses.add((await db.store.findItem(item.id))?.status)
    }
    expect(statuses).toEqual(new Set(['resolved', 'cancelled']))
  })

  verifies(
    'A35 T14 D19.5',
    `an answer at the deadline counts or is late, never both, in ${rounds} rounds`,
    async () => {
      const statuses: unknown[] = []
      for (let round = 0; round < rounds; round++) {
        // The first round is in time and the second late whatever the machine does; the others are at the deadline.
        const [leadMs, startsMs] = [[1_500, -1_500] as const, [15, 10] as const][round] ?? [15, -5 + (round % 10)]
        const deadlineMs = db.store.nowMs() + leadMs
        const item = await open({ expiresAtMs: deadlineMs })
        const startMs = deadlineMs + startsMs
        while (db.store.nowMs() < startMs) await new Promise(setImmediate)
        const expire = (store: Store) =>
          store.expireOverdue(
            () => newId('evt'),
            () => auditEntry('interaction.expired'),
          )
        const [answers] = await Promise.all([
          together(2, (store) => store.end(endPlan(item.id, 'approved'))),
          together(2, (store) => expire(store)),
        ])
        while (db.store.nowMs() <= deadlineMs + 5) await new Promise(setImmediate)
        await expire(stores[1])
        await expire(stores[0])

        const found = await db.store.findItem(item.id)
        statuses.push(found?.status)
        const won = winnersOf(answers)
        expect(won).toHaveLength(found?.status === 'resolved' ? 1 : 0)
        expect(['resolved', 'expired']).toContain(found?.status)
        if (found?.status === 'resolved') expect(found.resolvedAtMs).toBeLessThanOrEqual(deadlineMs)
        else expect(found).toMatchObject({ decision: 'expired', resolvedAtMs: deadlineMs })
        expect(await eventsOf(item.id)).toEqual(['interaction.created', `interaction.${found?.status}`])
        expect(await recordOf(item.id)).toHaveLength(2)
      }
      expect(new Set(statuses)).toEqual(new Set(['resolved', 'expired']))
    },
  )

  verifies('T14', 'of several expirers at once one expires each item', async () => {
    const expiresAtMs = db.store.nowMs() - 1_000
    const items = await Promise.all(Array.from({ length: 60 }, () => open({ expiresAtMs, userId: newId('user') })))
    const expired = (
      await together(6, (store) =>
        store.expireOverdue(
          () => newId('evt'),
          () => auditEntry('interaction.expired'),
        ),
      )
    ).flat()
    expect(expired.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort())
    for (const { id } of items) expect(await eventsOf(id)).toEqual(['interaction.created', 'interaction.expired'])
  })

  verifies('R81 C8 C10', 'the same request with one key at once runs once; the others get its reply', async () => {
    for (let round = 0; round < 25; round++) {
      const idempotency = idempotencyKey()
      const item = await open()
      const ends = await together(tries, (store) => store.end(endPlan(item.id, 'approved', { idempotency })))
      const kept = { status: 200, body: JSON.stringify({ id: item.id, decision: 'approved' }) }
      expect(winnersOf(ends)).toHaveLength(1)
      const others = ends.filter(({ result }) => result !== 'ended')
      expect(others).toEqual(others.map(() => ({ result: 'replayed', kept })))
      expect(await recordOf(item.id)).toEqual(['interaction.opened', 'interaction.answered'])
    }
  })

  verifies('C8 C10 K16', 'the same open with one key at once makes one item', async () => {
    for (let round = 0; round < 25; round++) {
      const idempotency = idempotencyKey()
      const userId = newId('user')
      const opens = await together(tries, (store) => store.open(openPlan(newItem({ userId }), { idempotency })))
      const opened = opens.flatMap((each) => (each.result === 'opened' ? [each.item.id] : []))
      const replayed = opens.flatMap((each) => (each.result === 'replayed' ? [JSON.parse(each.kept.body).id] : []))
      expect(opened).toHaveLength(1)
      expect(replayed).toEqual(Array(tries - 1).fill(opened[0]))
      const found = await db.store.listItems({ mode: 'test', status: 'pending', userId, limit: 100 })
      expect(found.map(({ id }) => id)).toEqual(opened)
    }
  })

  verifies('C9', 'different requests with one key at once: one runs, the others are told', async () => {
    for (let round = 0; round < 25; round++) {
      const key = idempotencyKey()
      const items = await Promise.all(Array.from({ length: 4 }, () => open()))
      const ends = await together(4, (store, n) =>
        store.end(
          endPlan(items[n]?.id ?? '', 'approved', { idempotency: { ...key, fingerprint: `request ${n % 4}` } }),
        ),
      )
      expect(ends.map(({ result }) => result).sort()).toEqual(['ended', 'key_reused', 'key_reused', 'key_reused'])
      const found = await Promise.all(items.map(({ id }) => db.store.findItem(id)))
      expect(found.filter((item) => item?.status === 'resolved')).toHaveLength(1)
    }
  })

  verifies('K16 D18.11', 'the same external id at once makes one item', async () => {
    for (let round = 0; round < 25; round++) {
      const externalId = newId('ext')
      const opens = await together(tries, (store, n) =>
        store.open(openPlan(newItem({ externalId, contentHmac: n < tries - 2 ? 'same' : 'other' }))),
      )
      const opened = opens.flatMap((each) => (each.result === 'opened' ? [each.item] : []))
      expect(opened).toHaveLength(1)
      for (const [n, each] of opens.entries()) {
        if (each.result === 'opened') continue
        const isSame = (n < tries - 2 ? 'same' : 'other') === opened[0]?.contentHmac
        expect(each).toMatchObject({
          result: isSame ? 'existing' : 'external_id_conflict',
          item: { id: opened[0]?.id },
        })
      }
      expect(await eventsOf(opened[0]?.id ?? '')).toEqual(['interaction.created'])
    }
  })

  async function createTask() {
    const id = newId('task')
    await db.store.createTask({
      row: {
        id,
        mode: 'test',
        asker: 'agent:Agent',
        userId: 'traveller-42',
        externalId: null,
        createdAtMs: Date.now(),
        conversationId: null,
        title: null,
        status: 'open',
        endedAtMs: null,
      },
      onlyAsker: null,
      idempotency: null,
      reply: () => ({ status: 201, body: '{}' }),
    })
    return id
  }

  const endTask = (store: Store, id: string) =>
    store.endTask({
      id,
      nowMs: Date.now(),
      newEventId: () => newId('evt'),
      idempotency: null,
      reply: () => ({ status: 200, body: '{}' }),
      endItem: (item) => endPlan(item.id, 'cancelled'),
    })

  verifies('K15 T13', 'the end of a task and an answer at once: each item ends once', async () => {
    for (let round = 0; round < 20; round++) {
      const taskId = await createTask()
      const items = await Promise.all(Array.from({ length: 4 }, () => open({ taskId })))
      await Promise.all([
        endTask(stores[0], taskId),
        ...items.toReversed().map(({ id }, n) => stores[n % 2 ? 0 : 1].end(endPlan(id, 'approved'))),
        endTask(stores[1], taskId),
      ])
      for (const { id } of items) {
        const found = await db.store.findItem(id)
        expect(await eventsOf(id)).toEqual(['interaction.created', `interaction.${found?.status}`])
        expect(await recordOf(id)).toHaveLength(2)
      }
    }
  })

  verifies(
    'K15 T13',
    'the end of a task and an open in it at once: nothing waits in a task that has ended',
    async () => {
      for (let round = 0; round < 20; round++) {
        const taskId = await createTask()
        const opens = together(4, (store) => store.open(openPlan(newItem({ taskId }))))
        const ended = endTask(stores[round % 2 ? 0 : 1], taskId)
        const late = together(4, (store) => store.open(openPlan(newItem({ taskId }))))
        await ended
        for (const opened of (await Promise.all([opens, late])).flat()) {
          if (opened.result === 'opened') expect(await found(opened.item)).toMatchObject({ status: 'cancelled' })
          else expect(opened.result).toBe('unfit_task')
        }
      }
    },
  )

  verifies('K23', 'a result is picked up once', async () => {
    const item = await open()
    await db.store.end(endPlan(item.id, 'approved'))
    const picked = await together(tries, (store) => store.pickUp(item.id, 1, 1, auditEntry('result.picked_up')))
    expect(picked.filter(Boolean)).toHaveLength(1)
    expect(await recordOf(item.id)).toEqual(['interaction.opened', 'interaction.answered', 'result.picked_up'])
  })

  test('the first admin is made once, whoever claims', async () => {
    const admins = Array.from(
      { length: tries },
      (): NewPerson => ({
        id: newId('per'),
        email: `${newId('admin')}@example.com`,
        name: 'Admin',
        role: 'admin',
        userIds: [],
        passwordHash: null,
        createdAtMs: Date.now(),
      }),
    )
    const claims = await together(tries, (store, n) =>
      store.saveFirstAdmin(admins[n] as NewPerson, auditEntry('person.created')),
    )
    const winners = claims.filter((id) => id !== null)
    expect(winners).toHaveLength(1)
    expect(await db.sql(`SELECT id FROM person WHERE role = 'admin'`)).toEqual([{ id: winners[0] }])
  })

  test('a sign-in link is spent once, whoever opens it', async () => {
    for (let round = 0; round < 20; round++) {
      const sha256 = newId('sha')
      const nowMs = Date.now()
      await db.store.people.addLink({ sha256, personId: null, createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 })
      const spent = await together(tries, (store) => store.spendSignInLink(sha256, nowMs))
      expect(spent.filter((each) => each !== undefined)).toEqual([{ personId: null }])
    }
  })

  test('failed sign-ins at once all count', async () => {
    const subject = newId('email')
    const counts = await together(20, (store) => store.countSignInFailure(subject, 1_000, 500))
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  })

  test('lines of one chain written at once all stand, in one order', async () => {
    const chain = newId('chain')
    await together(40, (store, n) => store.appendAudit(chain, auditEntry(`line.${n}`)))
    const lines = await db.store.readAudit(chain)
    expect(lines.map((line) => Number(line.seq))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(new Set(lines.map((line) => line.action)).size).toBe(40)
  })

  test('a change that fails harms none that runs beside it', async () => {
    const before = await db.store.readAudit('deployment')
    const takenEventId = newId('evt')
    await db.store.open(openPlan(newItem(), { newEventId: () => takenEventId }))
    const broken = (n: number) =>
      endPlan('int_none', 'approved', {
        idempotency: null,
        reply: () => {
          throw new Error(`broken ${n}`)
        },
      })
    const items = await Promise.all(Array.from({ length: 10 }, () => open()))
    const results = await Promise.allSettled(
      items.flatMap((item, n) => [
        db.store.end(endPlan(item.id, 'approved')),
        // Fails by a constraint, after it has written.
        db.store.savePerson(
          { ...person(), userIds: ['a', null as unknown as string] },
          auditEntry('person.saved', { n }),
        ),
        // Fails by a constraint among writes that nobody waits for.
        db.store.open(openPlan(newItem({ id: `int_broken_event${n}` }), { newEventId: () => takenEventId })),
        // Fails by our own code, after it has written.
        db.store.open(openPlan(newItem({ id: `int_broken${n}` }), { reply: broken(n).reply })),
        db.store.ensureSetting(`beside ${n}`, 'kept'),
      ]),
    )
    expect(results.map(({ status }) => status)).toEqual(
      items.flatMap(() => ['fulfilled', 'rejected', 'rejected', 'rejected', 'fulfilled']),
    )
    for (const item of items) await assertOneWinner(item, [{ result: 'ended', item: await found(item) }])
    expect(await db.sql(`SELECT id FROM interaction WHERE id LIKE 'int_broken%'`)).toEqual([])
    expect(await db.sql(`SELECT interaction_id FROM event WHERE interaction_id LIKE 'int_broken%'`)).toEqual([])
    expect(await db.store.readAudit('deployment')).toEqual(before)
    expect(await db.sql(`SELECT count(*) AS n FROM setting WHERE name LIKE 'beside %'`)).toMatchObject([
      { n: dialect === 'sqlite' ? 10 : '10' },
    ])
  })

  const found = async (item: Item) => (await db.store.findItem(item.id)) as Item
  const person = (): NewPerson => ({
    id: newId('per'),
    email: `${newId('ada')}@example.com`,
    name: 'Ada',
    role: 'user',
    userIds: [],
    passwordHash: null,
    createdAtMs: 1,
  })
})
