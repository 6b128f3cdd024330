import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { forms } from '@/lib/interactions/kinds'
import { fanOutEvents } from '@/lib/services/webhook-outbox'
import { type Api, startApi } from '@/lib/testing/api'
import { asks, jpegFrame } from '@/lib/testing/asks'
import { createTestStore, dialects, idempotencyKey, newItem, openPlan, type TestStore } from '@/lib/testing/store'
import type { Store } from './store'
import { TransferError } from './transfer'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Line = { table?: string; row?: Record<string, unknown> } & Record<string, unknown>

async function exported(store: Store): Promise<string[]> {
  const lines: string[] = []
  await store.exportTo((line) => void lines.push(line.trimEnd()))
  return lines
}

async function* asLines(lines: readonly string[]) {
  yield* lines
}

const other = { sqlite: 'postgresql', postgresql: 'sqlite' } as const

/** The rows in any order, without the numbers of transactions that mean nothing elsewhere. */
function rowsOf(lines: readonly string[]): string[] {
  const rows = lines.map((line) => JSON.parse(line) as Line).filter(({ table }) => table !== undefined)
  return rows
    .map(({ table, row }) => {
      const { tx: _tx, after_tx: _afterTx, after_seq: _afterSeq, ...rest } = row ?? {}
      return JSON.stringify({ table, rest })
    })
    .sort()
}

/** Something in every table that the API fills. */
async function fill(api: Api) {
  await api.call('POST', '/v1/webhook_endpoints', { by: api.all, body: { url: 'https://example.com/hook' } })
  for (const { form } of forms) await api.open(form.example)
  const handoff = await api.open({ ...asks.HOv, frame: jpegFrame })
  await api.answer(handoff.id, { answers: ['π 🂡 "quoted"\n\\ and more'] })
  const tool = await api.open(asks.TC)
  await api.answer(tool.id, { output: { big: '12345678901234567890' } }, api.all, { 'Idempotency-Key': 'once' })
  const body = { user_id: 'traveller-42' }
  await api.call('POST', '/v1/conversations', { by: api.all, body })
  await api.call('POST', '/v1/sessions', { by: api.all, body })
  await api.call('POST', '/v1/connections', { by: api.all, body: { ...body, app: 'calendar' } })
  await api.call('POST', '/v1/users/traveller-43/links', { by: api.all })
  await api.call('POST', '/v1/people', { by: api.all, body: { email: 'ada@example.com', user_ids: ['traveller-42'] } })
  await api.makePerson('admin', { userIds: ['traveller-42'] })
  await fanOutEvents(api.app)
  await api.open(asks.A)
}

const filled = [
  'api_key',
  'audit',
  'audit_head',
  'connection',
  'conversation',
  'end_user',
  'event',
  'frame',
  'idempotency',
  'interaction',
  'person',
  'person_session',
  'person_user',
  'private_result',
  'session',
  'setting',
  'sign_in_link',
  'task',
  'user_link',
  'webhook_delivery',
  'webhook_endpoint',
]

describe.each(dialects)('an export of %s', (dialect) => {
  let api: Api
  let there: TestStore
  let lines: string[]
  let empty: TestStore

  beforeAll(async () => {
    api = await startApi(dialect)
    there = await createTestStore(other[dialect])
    await fill(api)
    lines = await exported(api.app.store)
    empty = await createTestStore(other[dialect])
  })
  afterAll(async () => {
    await api.close()
    await there.drop()
    await empty.drop()
  })

  test('holds every table', () => {
    const tables = new Set(lines.map((line) => (JSON.parse(line) as Line).table))
    expect(filled.filter((name) => !tables.has(name))).toEqual([])
  })

  test('goes into the other database and back, without a loss', async () => {
    const rows = rowsOf(lines)
    expect(await there.store.importFrom(asLines(lines))).toBe(rows.length)
    const again = await exported(there.store)
    expect(rowsOf(again)).toEqual(rows)
    expect((await there.store.verifyAudit()).fault).toBeNull()

    const back = await createTestStore(dialect)
    await back.store.importFrom(asLines(again))
    expect(rowsOf(await exported(back.store))).toEqual(rows)
    await back.drop()
  })

  test('what is imported goes on: items are read and opened, and events follow in order', async () => {
    const { store } = there
    const before = await store.listItems({ mode: 'test', status: 'pending', limit: 100 })
    expect(before.length).toBe((await api.app.store.listItems({ mode: 'test', status: 'pending', limit: 100 })).length)
    const item = newItem({ mode: 'test' })
    await store.open(openPlan(item, { idempotency: idempotencyKey() }))
    const events = await store.readEvents({ mode: 'test' }, { tx: -1, seq: -1 }, 1000)
    expect(events.at(-1)?.item.id).toBe(item.id)
    const original = await api.app.store.readEvents({ mode: 'test' }, { tx: -1, seq: -1 }, 1000)
    expect(events.slice(0, -1).map(({ id }) => id)).toEqual(original.map(({ id }) => id))
  })

  test('an endpoint gets what it had not yet, and nothing of what it had', async () => {
    const [endpoint] = await there.store.webhooks.listEndpoints({ mode: 'test', limit: 1 })
    const [first] = await there.sql('SELECT COUNT(*) AS count FROM webhook_delivery')
    const left = await there.store.readEvents({ mode: 'test' }, endpoint?.after ?? { tx: -1, seq: -1 }, 100)
    // The last item of the filling, and the one that was opened after the import.
    expect(left.map(({ type }) => type)).toEqual(['interaction.created', 'interaction.created'])
    expect(Number(first?.count)).toBeGreaterThan(10)
  })

  test('only an empty store takes it', async () => {
    const full = there.store.importFrom(asLines(lines))
    await expect(full).rejects.toThrow(/^The store is not empty \(.*interaction.*\)/)
    await expect(full).rejects.toBeInstanceOf(TransferError)
  })

  const faults: Record<string, (lines: string[]) => string[]> = {
    'a lost end': (all) => all.slice(0, -1),
    'a lost row': (all) => all.filter((_, index) => index !== 5),
    'half a line': (all) => [...all.slice(0, -2), (all.at(-2) ?? '').slice(0, 20)],
    'a changed row': (all) => all.map((line) => line.replace('traveller-42', 'traveller-43')),
    'a line after the end': (all) => [...all, all[1] ?? ''],
    'no head': (all) => all.slice(1),
    'another version': (all) => [(all[0] ?? '').replace(/"migrations":\[.*?\]/, '"migrations":["x"]'), ...all.slice(1)],
    'an unknown table': (all) => [all[0] ?? '', '{"table":"nothing","row":{}}', ...all.slice(1)],
  }
  test.each(Object.keys(faults))('with %s it is refused, and nothing is left of it', async (name) => {
    await expect(empty.store.importFrom(asLines(faults[name]?.(lines) ?? []))).rejects.toBeInstanceOf(TransferError)
    expect(rowsOf(await exported(empty.store))).toEqual([])
  })

  test('with a broken record it is refused', async () => {
    const broken = await startApi(dialect)
    await broken.open(asks.A)
    await broken.sql("UPDATE audit SET action = 'interaction.answered' WHERE action = 'interaction.opened'")
    const attempt = empty.store.importFrom(asLines(await exported(broken.app.store)))
    await expect(attempt).rejects.toThrow(/^The record is broken: row 1 of int_.* was changed/)
    expect(rowsOf(await exported(empty.store))).toEqual([])
    await broken.close()
  })

  test('is one moment, while others write', async () => {
    const own = await createTestStore(dialect)
    const writing = (async () => {
      for (let n = 0; n < 200; n++) await own.store.open(openPlan(newItem()))
    })()
    for (let round = 0; round < 5; round++) {
      const copy = await createTestStore(other[dialect])
      await copy.store.importFrom(asLines(await exported(own.store)))
      await copy.drop()
    }
    await writing
    await own.drop()
  })
})

test('events keep their order in a database whose transactions have lower and higher numbers', async () => {
  const db = await createTestStore('postgresql')
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const item = newItem()
    await db.store.open(openPlan(item))
    ids.push(item.id)
  }
  const order = async () => {
    const events = await db.store.readEvents({ mode: 'test' }, { tx: -1, seq: -1 }, 100)
    return events.map(({ item }) => item.id)
  }
  const untouched = await db.sql('SELECT tx FROM event ORDER BY seq')
  await db.store.adoptEvents()
  expect(await db.sql('SELECT tx FROM event ORDER BY seq')).toEqual(untouched)
  // As from an older cluster: the first two look like the past here, the others like the future.
  await db.sql('UPDATE event SET tx = CASE WHEN seq <= 2 THEN 5 ELSE 9000000000000 END')
  await db.store.adoptEvents()
  expect(await order()).toEqual(ids)
  const next = newItem()
  await db.store.open(openPlan(next))
  expect(await order()).toEqual([...ids, next.id])
  await db.drop()
})
