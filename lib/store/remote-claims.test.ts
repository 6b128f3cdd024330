import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntry, createTestStore, dialects, newId, type TestStore } from '@/lib/testing/store'
import type { Store } from './store'

const leaseMs = 60_000
const rounds = 25

describe.each(dialects)('remote agents between instances on %s', (dialect) => {
  let db: TestStore
  let stores: [Store, Store]
  beforeAll(async () => {
    db = await createTestStore(dialect)
    stores = [db.store, await db.openAnother()]
  })
  afterAll(() => db.drop())

  async function addAgent() {
    const id = newId('rag')
    await db.store.createRemoteAgent(
      {
        id,
        mode: 'test',
        name: 'Coder',
        cardUrl: 'https://coder.example.com/card.json',
        binding: 'JSONRPC',
        url: 'https://coder.example.com/a2a',
        credentialSealed: null,
        userId: null,
        lastSeenAtMs: null,
        lastError: null,
        pausedAtMs: null,
        createdAtMs: 1,
      },
      auditEntry('remote_agent.added'),
    )
    return id
  }
  /** Eight instances try at once, each second one in the other store. @returns those that have the agent */
  async function race(id: string, instances = Array.from({ length: 8 }, (_, n) => `instance-${n}`)) {
    const tries = instances.map(async (instance, n) => {
      const isOurs = await (stores[n % 2] as Store).claimRemoteAgent(id, instance, leaseMs)
      return isOurs ? [instance] : []
    })
    return (await Promise.all(tries)).flat()
  }

  test(`of many at once one has an agent, keeps it, and is followed by one, in ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round++) {
      const id = await addAgent()
      const holders = await race(id)
      expect(holders).toHaveLength(1)
      expect(await race(id)).toEqual(holders)
      await db.sql('UPDATE remote_agent SET claimed_until = 1 WHERE id = ?', id)
      const heirs = await race(id, ['a', 'b', 'c', 'd', 'e', 'f'])
      expect(heirs).toHaveLength(1)
      expect(await race(id, holders)).toEqual([])
    }
  }, 60_000)

  test('what is let go may be taken at once, and what was removed never', async () => {
    const [kept, removed] = [await addAgent(), await addAgent()]
    for (const id of [kept, removed]) await race(id, ['first'])
    await db.store.releaseRemoteAgents('another')
    expect(await race(kept, ['second'])).toEqual([])
    await db.store.releaseRemoteAgents('first')
    expect(await race(kept, ['second'])).toEqual(['second'])
    await db.store.removeRemoteAgent(removed, 'test', 2, auditEntry('remote_agent.removed'))
    expect(await race(removed)).toEqual([])
  })
})
