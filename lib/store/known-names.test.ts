import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { cautionsFromMemory } from '@/lib/interactions/cautions/known-names'
import type { Item } from '@/lib/interactions/item'
import { createTestStore, dialects, endPlan, newId, newItem, openPlan, type TestStore } from '@/lib/testing/store'
import { verifies } from '@/lib/testing/verifies'
import type { Store } from './store'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const hotel = 'Lakeside Hotel'
const disguised = 'Lаkeside Hotel'

describe.each(dialects)('the memory of names on %s', (dialect) => {
  let db: TestStore

  beforeAll(async () => {
    db = await createTestStore(dialect)
  })
  afterAll(() => db.drop())

  const paying = (userId: string | null, name: string, parts: Partial<Item> = {}) =>
    newItem({ userId, details: { payee: { name } }, ...parts })

  async function open(item: Item, store = db.store): Promise<Item> {
    expect((await store.open(openPlan(item))).result).toBe('opened')
    return item
  }

  async function cautions(item: Item, store: Store = db.store): Promise<string[]> {
    const found = (await store.readAlike(item)).flatMap(({ name, alike }) => cautionsFromMemory(name, alike, true))
    return found.map(({ code, place, fact }) => [code, place, fact].filter((part) => part !== null).join(' '))
  }

  verifies(
    'S29',
    'a name that looks like an earlier one is found, the earlier one and an equal one are not',
    async () => {
      const user = newId('user')
      const first = await open(paying(user, hotel))
      const same = await open(paying(user, hotel))
      const later = await open(paying(user, disguised, { createdAtMs: first.createdAtMs + 1 }))
      const again = await open(paying(user, disguised, { createdAtMs: first.createdAtMs + 2 }))
      expect(await cautions(first)).toEqual(['first_payment payee'])
      expect(await cautions(same)).toEqual(['first_payment payee'])
      for (const each of [later, again]) {
        expect(await cautions(each)).toEqual([`like_known payee ${hotel}`, 'first_payment payee'])
      }
    },
  )

  verifies('S29', 'each user, each world and the company itself have a memory of their own', async () => {
    const user = newId('user')
    const item = await open(paying(user, hotel))
    const after = { createdAtMs: item.createdAtMs + 1 }
    for (const other of [
      paying(newId('user'), disguised, after),
      paying(user, disguised, { ...after, mode: 'live' }),
      paying(null, disguised, after),
    ]) {
      expect(await cautions(await open(other))).toEqual(['first_payment payee'])
    }
  })

  verifies('S29', 'an agent and a page that look like earlier ones are found too', async () => {
    const user = newId('user')
    const at = (url: string) => ({ suggested_mode: 'control' as const, url })
    const first = await open(newItem({ userId: user, browser: at('https://www.bank.example.com/') }))
    const later = newItem({
      userId: user,
      agent: 'Аgent',
      browser: at('https://bank.exarnple.com/'),
      createdAtMs: first.createdAtMs + 1,
    })
    await open(later)
    expect((await cautions(later)).sort()).toEqual(['like_known agent Agent', 'like_known page example.com'])
    expect(await cautions(first)).toEqual([])
  })

  verifies('S29', 'the first yes to a payee is noted with the yes itself, a no and an end are not', async () => {
    const user = newId('user')
    const next = () => open(paying(user, hotel))
    for (const decision of ['denied', 'cancelled'] as const) {
      await db.store.end(endPlan((await next()).id, decision))
      expect(await cautions(await next())).toEqual(['first_payment payee'])
    }
    await db.store.end(endPlan((await next()).id, 'approved'))
    expect(await cautions(await next())).toEqual([])
  })

  verifies('S29', 'another server, and the same one started again, remember what was opened', async () => {
    const user = newId('user')
    const first = await open(paying(user, hotel))
    const another = await db.openAnother()
    const later = await open(paying(user, disguised, { createdAtMs: first.createdAtMs + 1 }), another)
    expect(await cautions(later, another)).toContain(`like_known payee ${hotel}`)
  })

  verifies('S29', 'an open that fails is not remembered, and the next one is', async () => {
    const user = newId('user')
    const audit = () => {
      throw new Error('the record cannot be written')
    }
    await expect(db.store.open(openPlan(paying(user, hotel), { audit }))).rejects.toThrow('cannot be written')
    const item = paying(user, hotel)
    expect((await db.store.readAlike(item)).flatMap(({ alike }) => alike)).toEqual([])
    await open(item)
    expect((await db.store.readAlike(item)).map(({ alike }) => alike.length)).toEqual([1, 1])
  })

  verifies('S29', 'names as long as they may be, which no index would take, do no harm', async () => {
    const name = 'ﷺ'.repeat(200)
    const item = paying('ﷺ'.repeat(200), name, { agent: 'ﷺ'.repeat(200) })
    await open(item)
    expect(await cautions(item)).toEqual(['first_payment payee'])
  })

  verifies('S29', 'many opens at once with the same names in any order all succeed', async () => {
    const user = newId('user')
    const another = await db.openAnother()
    const items = Array.from({ length: 40 }, (_, index) =>
      paying(user, index % 3 === 0 ? hotel : disguised, { agent: `Agent ${index % 2}` }),
    )
    await Promise.all(items.map((item, index) => open(item, index % 2 === 0 ? db.store : another)))
    const rows = await db.sql('SELECT name FROM known_name WHERE user_id = ?', user)
    expect(rows.map((row) => row.name).sort()).toEqual(['Agent 0', 'Agent 1', hotel, disguised].sort())
  })

  verifies('S29', 'what was opened before names were remembered is remembered once, batch after batch', async () => {
    const user = newId('user')
    const first = await open(paying(user, hotel))
    await db.store.end(endPlan(first.id, 'approved'))
    const later = await open(paying(user, disguised, { createdAtMs: first.createdAtMs + 1 }))
    await db.sql('DELETE FROM known_name')
    const adopting = await db.openAnother()
    while (await adopting.adoptNames()) {
      // Until all were read.
    }
    expect(await cautions(later, adopting)).toEqual([`like_known payee ${hotel}`, 'first_payment payee'])
    expect(await cautions(first, adopting)).toEqual([])
    await db.sql('DELETE FROM known_name')
    expect(await adopting.adoptNames()).toBe(false)
    expect(await cautions(later, adopting)).toEqual(['first_payment payee'])
  })

  verifies('S29', 'a look-up reads an index, however many names there are', async () => {
    const text = 'SELECT name FROM known_name WHERE skeleton = ? ORDER BY first_at, id LIMIT 50'
    if (dialect === 'postgresql') await db.sql('SET enable_seqscan = off')
    const plan = await db.sql(`${dialect === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${text}`, 'x')
    expect(JSON.stringify(plan)).toContain('known_name_skeleton_first_at_id_idx')
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan|TEMP B-TREE|SCAN/)
  })
})
