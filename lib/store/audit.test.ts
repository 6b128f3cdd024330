import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
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

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const tables = ['audit', 'audit_head', 'interaction']

describe.each(dialects)('the record of decisions on %s', (dialect) => {
  let db: TestStore
  let chain: string
  let other: string

  beforeAll(async () => {
    db = await createTestStore(dialect)
    const items = [newItem(), newItem()]
    ;[chain = '', other = ''] = items.map(({ id }) => id).sort()
    for (const item of items) {
      await db.store.open(openPlan(item))
      await db.store.appendAudit(item.id, auditEntry('interaction.viewed', { note: 'Ünïcode "quoted" \u2028' }))
      await db.store.end(endPlan(item.id, 'approved'))
      await db.store.pickUp(item.id, 1, 1, auditEntry('result.picked_up'))
    }
    await db.store.createKey(
      {
        id: 'key_1',
        last4: 'abcd',
        name: 'test',
        scope: 'all',
        mode: 'test',
        agent: null,
        createdAtMs: 1,
        expiresAtMs: null,
        revokedAtMs: null,
        lastUsedAtMs: null,
      },
      newId('sha'),
      auditEntry('key.created'),
    )
    for (const table of tables) await db.sql(`CREATE TABLE ${table}_kept AS SELECT * FROM ${table}`)
  })
  afterEach(async () => {
    for (const table of tables) {
      await db.sql(`DELETE FROM ${table}`)
      await db.sql(`INSERT INTO ${table} SELECT * FROM ${table}_kept`)
    }
  })
  afterAll(() => db.drop())

  const faultOf = async () => (await db.store.verifyAudit()).fault

  test('is in order when nobody has touched it', async () => {
    expect(await db.store.verifyAudit()).toEqual({ rows: 9, fault: null })
  })

  test.each([
    ['at', 1],
    ['action', 'interaction.settled'],
    ['actor_type', 'person'],
    ['actor_id', 'key_other'],
    ['actor_id', null],
    ['channel', 'inbox'],
    ['request_id', 'req_other'],
    ['facts_json', '{"decision":"denied"}'],
    ['prev_hash', '0'.repeat(64)],
    ['hash', '0'.repeat(64)],
  ])('a changed %s is found', async (column, value) => {
    await db.sql(`UPDATE audit SET ${column} = ? WHERE chain = ? AND seq = 3`, value, chain)
    expect(await faultOf()).toMatchObject({ chain, seq: 3 })
  })

  test('a row that was changed together with its hash is found', async () => {
    const [row] = await db.sql('SELECT * FROM audit WHERE chain = ? AND seq = 2', chain)
    const content = [
      row?.chain,
      2,
      Number(row?.at),
      'interaction.denied',
      row?.actor_type,
      row?.actor_id,
      row?.channel,
      row?.request_id,
      row?.facts_json,
      row?.prev_hash,
    ]
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    await db.sql(`UPDATE audit SET action = 'interaction.denied', hash = ? WHERE chain = ? AND seq = 2`, hash, chain)
    expect(await faultOf()).toMatchObject({ chain, seq: 3, fault: 'does not follow the row before it' })
  })

  test.each([1, 2, 3])('a removed row %i is found', async (seq) => {
    await db.sql('DELETE FROM audit WHERE chain = ? AND seq = ?', chain, seq)
    expect(await faultOf()).toMatchObject({ chain, seq, fault: 'is missing' })
  })

  test('a removed tail is found', async () => {
    await db.sql('DELETE FROM audit WHERE chain = ? AND seq > 2', chain)
    expect(await faultOf()).toMatchObject({ chain, seq: 3 })
  })

  test('a removed chain is found', async () => {
    await db.sql('DELETE FROM audit WHERE chain = ?', chain)
    expect(await faultOf()).toMatchObject({ chain, seq: 1 })
  })

  test('a removed chain is found when its head went with it', async () => {
    await db.sql('DELETE FROM audit WHERE chain = ?', chain)
    await db.sql('DELETE FROM audit_head WHERE chain = ?', chain)
    expect(await faultOf()).toMatchObject({ chain, seq: 1, fault: 'is missing' })
  })

  test("the deployment's own chain is missed as well", async () => {
    await db.sql(`DELETE FROM audit WHERE chain = 'deployment'`)
    await db.sql(`DELETE FROM audit_head WHERE chain = 'deployment'`)
    expect(await faultOf()).toMatchObject({ chain: 'deployment', seq: 1, fault: 'is missing' })
  })

  test('two rows that changed places are found', async () => {
    for (const [from, to] of [
      [2, 99],
      [3, 2],
      [99, 3],
    ] as const) {
      await db.sql('UPDATE audit SET seq = ? WHERE chain = ? AND seq = ?', to, chain, from)
    }
    expect(await faultOf()).toMatchObject({ chain, seq: 2 })
  })

  test('two chains that changed names are found', async () => {
    for (const [from, to] of [
      [chain, 'between'],
      [other, chain],
      ['between', other],
    ] as const) {
      await db.sql('UPDATE audit SET chain = ? WHERE chain = ?', to, from)
    }
    expect(await faultOf()).toMatchObject({ chain, seq: 1, fault: 'was changed' })
  })

  test.each([
    ['at the end of a chain', 5],
    ['after a gap', 7],
  ])('a row added %s is found', async (_where, seq) => {
    await addRow(chain, seq)
    expect(await faultOf()).toMatchObject({ chain })
  })

  test('a row added at the end with a right hash is found, because the head does not know it', async () => {
    const [last] = await db.sql('SELECT * FROM audit WHERE chain = ? AND seq = 4', chain)
    const content = [chain, 5, 1, 'x', 'key', null, 'rest', null, '{}', last?.hash]
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    await addRow(chain, 5, { at: 1, action: 'x', prev_hash: String(last?.hash), hash })
    expect(await faultOf()).toMatchObject({ chain, seq: 5 })
  })

  test('an added chain is found', async () => {
    const content = ['zzz', 1, 1, 'x', 'key', null, 'rest', null, '{}', '']
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    await addRow('zzz', 1, { at: 1, action: 'x', prev_hash: '', hash })
    expect(await faultOf()).toMatchObject({ chain: 'zzz', seq: 1 })
  })

  test.each([
    ['the last row and its head', 2],
    ['all but the opening', 1],
  ])('an end whose record was cut, %s, is found', async (_what, seq) => {
    await db.sql('DELETE FROM audit WHERE chain = ? AND seq > ?', chain, seq)
    await db.sql(
      'UPDATE audit_head SET seq = ?, hash = (SELECT hash FROM audit WHERE chain = ? AND seq = ?) WHERE chain = ?',
      seq,
      chain,
      seq,
      chain,
    )
    const fault = { chain, seq: seq + 1, fault: 'is missing: nothing says resolved' }
    expect(await faultOf()).toEqual(fault)
    expect((await db.store.verifyChain(chain)).fault).toEqual(fault)
  })

  test.each([
    ['summary', 'pay, amount $5.00'],
    ['details_json', '{"tool_name":"pay","rows":[{"label":"amount","value":"$5.00"}]}'],
    ['user_id', 'somebody-else'],
    ['agent', 'Another agent'],
    ['moves_money', null],
    ['digest', '0'.repeat(64)],
  ])('an item whose %s was changed is found', async (column, value) => {
    await db.sql(`UPDATE interaction SET ${column} = ? WHERE id = ?`, value, chain)
    const fault = { chain, seq: 1, fault: 'is about other content than its item shows' }
    expect(await faultOf()).toEqual(fault)
    expect((await db.store.verifyChain(chain)).fault).toEqual(fault)
  })

  test.each([
    ['decision', 'denied', 'resolved'],
    ['status', 'cancelled', 'cancelled'],
    ['status', 'pending', 'pending'],
  ])('an end whose %s was made %s in its item is found', async (column, value, status) => {
    await db.sql(`UPDATE interaction SET ${column} = ? WHERE id = ?`, value, chain)
    expect(await faultOf()).toEqual({
      chain,
      seq: 3,
      fault: `says otherwise than its item, which is ${status}`,
    })
  })

  test('a yes that was written past the record is found', async () => {
    const item = newItem()
    await db.store.open(openPlan(item))
    await db.sql(`UPDATE interaction SET status = 'resolved', decision = 'approved' WHERE id = ?`, item.id)
    expect(await faultOf()).toEqual({ chain: item.id, seq: 2, fault: 'is missing: nothing says resolved' })
  })

  test('a chain longer than a page is followed to its end', async () => {
    await Promise.all(Array.from({ length: 2_100 }, (_, n) => db.store.appendAudit('long', auditEntry('line', { n }))))
    expect(await db.store.verifyAudit()).toEqual({ rows: 2_109, fault: null })
    await db.sql(`UPDATE audit SET facts_json = '{}' WHERE chain = 'long' AND seq = 2000`)
    expect(await faultOf()).toMatchObject({ chain: 'long', seq: 2_000, fault: 'was changed' })
  })

  test('a record that grows while it is read is in order', async () => {
    let isWriting = true
    const write = async () => {
      for (let n = 0; isWriting; n++) {
        const item = newItem({ userId: newId('user') })
        await db.store.open(openPlan(item))
        await Promise.all([
          db.store.end(endPlan(item.id, 'denied')),
          db.store.appendAudit(chain, auditEntry('line', { n })),
          db.store.appendAudit('deployment', auditEntry('line', { n })),
        ])
      }
    }
    const writers = Array.from({ length: 8 }, write)
    const reader = await db.openAnother()
    const faults = []
    for (let n = 0; n < 25; n++) faults.push((await reader.verifyAudit()).fault)
    isWriting = false
    await Promise.all(writers)
    expect(faults).toEqual(faults.map(() => null))
    expect(await faultOf()).toBeNull()
  })

  async function addRow(to: string, seq: number, parts: Record<string, string | number> = {}) {
    const row = {
      chain: to,
      seq,
      at: 1,
      action: 'x',
      actor_type: 'key',
      actor_id: null,
      channel: 'rest',
      request_id: null,
      facts_json: '{}',
      prev_hash: '',
      hash: '',
      ...parts,
    }
    const marks = Object.keys(row).map(() => '?')
    await db.sql(
      `INSERT INTO audit (${Object.keys(row).join(', ')}) VALUES (${marks.join(', ')})`,
      ...Object.values(row),
    )
  }
})
