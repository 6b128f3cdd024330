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
import type { ApiKey } from './keys'
import type { NewPerson } from './people'
import type { Conversation, Task } from './tasks'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

describe.each(dialects)('the store on %s', (dialect) => {
  let db: TestStore

  beforeAll(async () => {
    db = await createTestStore(dialect)
  })
  afterAll(() => db.drop())

  const open = async (parts: Partial<Item> = {}) => {
    const opened = await db.store.open(openPlan(newItem(parts)))
    expect(opened.result).toBe('opened')
    return (opened as { item: Item }).item
  }
  const eventsOf = async (id: string) => {
    const rows = await db.sql('SELECT type FROM event WHERE interaction_id = ? ORDER BY seq', id)
    return rows.map((row) => row.type)
  }
  const recordOf = async (chain: string) => (await db.store.readAudit(chain)).map((row) => row.action)

  describe('open', () => {
    verifies('T1', 'makes one row, one event and one line of the record', async () => {
      const item = newItem({
        movesMoney: null,
        questions: [{ question: 'Which?', header: '', options: [], multi_select: false }],
        browser: { suggested_mode: 'control', url: null },
        metadata: { step: '3' },
        externalId: newId('ext'),
        nonce: 'n'.repeat(32),
        expiresAtMs: Date.now() + 60_000,
      })
      expect(await db.store.open(openPlan(item, { newTaskId: null }))).toEqual({ result: 'opened', item })
      expect(await db.store.findItem(item.id)).toEqual(item)
      expect(await eventsOf(item.id)).toEqual(['interaction.created'])
      expect(await recordOf(item.id)).toEqual(['interaction.opened'])
    })

    verifies('B65 C30', 'every text that a person may write comes back as it was', async () => {
      const summary = 'e\u0301 \u{1F600} \u202e "quoted" \\ \u2028 zero-width\u200d'
      const item = await open({ summary, details: { tool_name: summary, rows: [] }, metadata: { [summary]: summary } })
      expect(await db.store.findItem(item.id)).toEqual(item)
    })

    test('keeps the frame apart from the item', async () => {
      const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0x00, 0x80])
      const sha256 = 'f'.repeat(64)
      const item = newItem({ type: 'handoff', kind: 'ask_question' }, sha256)
      await db.store.open(openPlan(item, { frame: { jpeg, sha256 } }))
      expect(new Uint8Array((await db.store.findFrame(item.id)) ?? [])).toEqual(jpeg)
      expect(await db.store.findFrame('int_none')).toBeNull()
    })

    verifies('K13', 'opens a task for an item that names none, of the same user and conversation', async () => {
      const taskId = newId('task')
      const conversation = await createConversation()
      const item = newItem({ conversationId: conversation.id })
      const opened = await db.store.open(openPlan(item, { newTaskId: taskId }))
      expect(opened).toMatchObject({ result: 'opened', item: { taskId } })
      expect(await db.store.findTask(taskId)).toMatchObject({
        userId: item.userId,
        conversationId: conversation.id,
        asker: item.asker,
        status: 'open',
      })
    })

    verifies('K14', 'an item in a task gets the conversation of the task', async () => {
      const conversation = await createConversation()
      const task = await createTask({ conversationId: conversation.id })
      expect(await open({ taskId: task.id })).toMatchObject({ taskId: task.id, conversationId: conversation.id })
    })

    test.each([
      ['a task that is not there', async () => ({ taskId: 'task_none' }), 'unfit_task'],
      ['a task of another user', async () => ({ taskId: (await createTask({ userId: 'other' })).id }), 'unfit_task'],
      ['a task of the other mode', async () => ({ taskId: (await createTask({ mode: 'live' })).id }), 'unfit_task'],
      ['a task of another agent', async () => ({ taskId: (await createTask({ asker: 'agent:B' })).id }), 'unfit_task'],
      ['a task that has ended', async () => ({ taskId: (await createTask({ status: 'ended' })).id }), 'unfit_task'],
      [
        'a task of another conversation',
        async () => ({ taskId: (await createTask()).id, conversationId: (await createConversation()).id }),
        'unfit_task',
      ],
      ['a conversation that is not there', async () => ({ conversationId: 'conv_none' }), 'unfit_conversation'],
      [
        'a conversation of another user',
        async () => ({ conversationId: (await createConversation({ userId: null })).id }),
        'unfit_conversation',
      ],
      [
        'a conversation of another agent',
        async () => ({ conversationId: (await createConversation({ asker: 'agent:B' })).id }),
        'unfit_conversation',
      ],
    ] as const)('refuses %s and changes nothing (K14)', async (_name, place, result) => {
      const item = newItem(await place())
      const idempotency = idempotencyKey()
      const refused = await db.store.open(openPlan(item, { onlyAsker: item.asker, idempotency }))
      expect(refused).toMatchObject({ result })
      expect(await db.store.findItem(item.id)).toBeNull()
      expect(await eventsOf(item.id)).toEqual([])
      expect(await db.store.recall(idempotency)).toBeNull()
    })

    test('an asker of the scope `all` may name any task of its mode', async () => {
      const task = await createTask({ asker: 'agent:B' })
      expect(await open({ taskId: task.id })).toMatchObject({ taskId: task.id })
    })

    verifies(
      'K16',
      'the same external id with the same content finds the first item, also when it has ended',
      async () => {
        const externalId = newId('ext')
        const first = await open({ externalId })
        await db.store.end(endPlan(first.id, 'denied'))
        const again = await db.store.open(openPlan(newItem({ externalId })))
        expect(again).toMatchObject({ result: 'existing', item: { id: first.id, status: 'resolved' } })
        expect(await eventsOf(first.id)).toEqual(['interaction.created', 'interaction.resolved'])
      },
    )

    verifies('K16', 'the same external id with other content is a conflict', async () => {
      const externalId = newId('ext')
      const first = await open({ externalId })
      const other = newItem({ externalId, contentHmac: 'e'.repeat(64) })
      expect(await db.store.open(openPlan(other))).toMatchObject({
        result: 'external_id_conflict',
        item: { id: first.id },
      })
      expect(await db.store.findItem(other.id)).toBeNull()
    })

    test.each([{ asker: 'agent:Other' }, { mode: 'live' as const }])(
      'an external id is its own for each agent and mode: %j (D18.11)',
      async (parts) => {
        const externalId = newId('ext')
        const first = await open({ externalId })
        expect((await open({ externalId, ...parts })).id).not.toBe(first.id)
      },
    )

    test.each([
      ['one user', 'traveller-limit'],
      ["the company's own agent", null],
    ] as const)('at most so many wait for %s; an ended one makes room (K17)', async (_name, userId) => {
      const limits = { pendingPerUser: 2, pendingTotal: 100_000 }
      const asker = { userId, mode: 'live' } as const
      const first = newItem(asker)
      expect((await db.store.open(openPlan(first, { limits }))).result).toBe('opened')
      expect((await db.store.open(openPlan(newItem(asker), { limits }))).result).toBe('opened')
      const over = await db.store.open(openPlan(newItem(asker), { limits }))
      expect(over).toEqual({ result: 'too_many_pending', per: 'user', limit: 2 })
      await db.store.end(endPlan(first.id, 'cancelled'))
      expect((await db.store.open(openPlan(newItem(asker), { limits }))).result).toBe('opened')
    })

    verifies('K17 D18.19', 'at most so many wait in all, each mode apart', async () => {
      const other = await createTestStore(dialect)
      const limits = { pendingPerUser: 100, pendingTotal: 3 }
      for (const userId of ['a', 'b', null]) await other.store.open(openPlan(newItem({ userId }), { limits }))
      expect(await other.store.open(openPlan(newItem({ userId: 'c' }), { limits }))).toEqual({
        result: 'too_many_pending',
        per: 'deployment',
        limit: 3,
      })
      expect((await other.store.open(openPlan(newItem({ mode: 'live' }), { limits }))).result).toBe('opened')
      await other.drop()
    })
  })

  describe('idempotency keys', () => {
    verifies('C8', 'the same key and request get the first reply again, and nothing runs twice', async () => {
      const idempotency = idempotencyKey()
      const first = newItem()
      await db.store.open(openPlan(first, { idempotency }))
      const second = newItem()
      expect(await db.store.open(openPlan(second, { idempotency }))).toEqual({
        result: 'replayed',
        kept: { status: 201, body: JSON.stringify({ id: first.id }) },
      })
      expect(await db.store.findItem(second.id)).toBeNull()
      expect(await db.store.recall(idempotency)).toMatchObject({ result: 'replayed' })
    })

    verifies('C9 C12', 'the same key with another request is refused, on any route', async () => {
      const idempotency = idempotencyKey()
      const item = newItem()
      await db.store.open(openPlan(item, { idempotency }))
      const other = { ...idempotency, fingerprint: 'another request' }
      expect(await db.store.open(openPlan(newItem(), { idempotency: other }))).toEqual({ result: 'key_reused' })
      expect(await db.store.end(endPlan(item.id, 'denied', { idempotency: other }))).toEqual({ result: 'key_reused' })
      expect(await db.store.findItem(item.id)).toMatchObject({ status: 'pending' })
    })

    verifies('B84', 'a key belongs to one credential', async () => {
      const idempotency = idempotencyKey()
      await db.store.open(openPlan(newItem(), { idempotency }))
      const foreign = { ...idempotency, credential: 'key:another' }
      expect((await db.store.open(openPlan(newItem(), { idempotency: foreign }))).result).toBe('opened')
    })

    verifies('B86', 'a key is forgotten after its time, and can be used anew', async () => {
      const idempotency = idempotencyKey()
      const item = await open()
      await db.store.end(endPlan(item.id, 'denied', { idempotency }))
      const later = { ...idempotency, sinceMs: Date.now() + 1000 }
      expect(await db.store.recall(later)).toBeNull()
      expect(await db.store.end(endPlan(item.id, 'denied', { idempotency: later }))).toMatchObject({ result: 'lost' })
      expect((await db.store.open(openPlan(newItem(), { idempotency: later }))).result).toBe('opened')
    })

    verifies('C11', 'a change that did not happen keeps no key', async () => {
      const idempotency = idempotencyKey()
      const item = await open()
      await db.store.end(endPlan(item.id, 'denied'))
      expect((await db.store.end(endPlan(item.id, 'approved', { idempotency }))).result).toBe('lost')
      expect(await db.store.recall(idempotency)).toBeNull()
    })
  })

  describe('end', () => {
    const ending = {
      reason: 'could_not',
      message: 'Not today \u{1F600}',
      answers: ['a', ''],
      handoff: 'done',
      presentUser: 'witnessed',
      answeredBy: { type: 'person', id: 'per_1', name: 'Ada' },
      method: 'password',
      override: { reason: 'Ada is away \u{1F3D6}' },
    } as const

    test.each([
      ['approved', 'resolved'],
      ['denied', 'resolved'],
      ['answered', 'resolved'],
      ['cancelled', 'cancelled'],
    ] as const)('%s makes it %s once, with one event and one line (T3-T12)', async (decision, status) => {
      const item = await open()
      const beforeMs = db.store.nowMs()
      const plan = endPlan(item.id, decision)
      const ended = await db.store.end({ ...plan, ending: { ...plan.ending, ...ending, answers: [...ending.answers] } })
      const found = (await db.store.findItem(item.id)) as Item
      expect(ended).toEqual({ result: 'ended', item: found })
      expect(found).toEqual({ ...item, ...ending, decision, status, resolvedAtMs: found.resolvedAtMs })
      expect(Math.abs((found.resolvedAtMs ?? 0) - beforeMs)).toBeLessThan(2_000)
      expect(await eventsOf(item.id)).toEqual(['interaction.created', `interaction.${status}`])
      expect(await recordOf(item.id)).toEqual([
        'interaction.opened',
        decision === 'cancelled' ? 'interaction.cancelled' : 'interaction.answered',
      ])
    })

    test.each(['approved', 'denied', 'answered', 'cancelled'] as const)('%s is final (T16)', async (decision) => {
      const item = await open()
      await db.store.end(endPlan(item.id, decision))
      const found = await db.store.findItem(item.id)
      for (const other of ['approved', 'denied', 'answered', 'cancelled'] as const) {
        expect(await db.store.end(endPlan(item.id, other))).toEqual({ result: 'lost', item: found })
      }
      expect(await db.store.findItem(item.id)).toEqual(found)
      expect(await eventsOf(item.id)).toHaveLength(2)
      expect(await recordOf(item.id)).toHaveLength(2)
    })

    verifies('B81 A35', 'after the deadline nothing ends it, whether or not a job has run', async () => {
      const item = await open({ expiresAtMs: db.store.nowMs() - 1_000 })
      expect(await db.store.end(endPlan(item.id, 'approved'))).toMatchObject({
        result: 'lost',
        item: { id: item.id, status: 'pending' },
      })
      expect(await eventsOf(item.id)).toEqual(['interaction.created'])
    })

    test('an item that is not there is lost to nobody', async () => {
      expect(await db.store.end(endPlan('int_none', 'approved'))).toEqual({ result: 'lost', item: null })
    })
  })

  describe('expiry', () => {
    verifies(
      'A34 T14',
      'what is overdue expires at its own deadline, with one event each, however many there are',
      async () => {
        const own = await createTestStore(dialect)
        const nowMs = own.store.nowMs()
        const overdue = Array.from({ length: 450 }, (_, n) => newItem({ expiresAtMs: nowMs - 1_000 - n }))
        const later = newItem({ expiresAtMs: nowMs + 60_000 })
        const never = newItem()
        await Promise.all([...overdue, later, never].map((item) => own.store.open(openPlan(item))))

        expect(await own.store.nextExpiry()).toBe(nowMs - 1_449)
        const expired: Item[] = []
        for (let batch: Item[] = []; ; expired.push(...batch)) {
          batch = await own.store.expireOverdue(
            () => newId('evt'),
            () => auditEntry('interaction.expired'),
          )
          if (batch.length === 0) break
        }
        expect(new Set(expired.map(({ id }) => id))).toEqual(new Set(overdue.map(({ id }) => id)))
        expect(expired).toHaveLength(450)
        for (const item of expired) {
          expect(item).toMatchObject({ status: 'expired', decision: 'expired', resolvedAtMs: item.expiresAtMs })
        }
        const [events] = await own.sql(
          `SELECT count(*) AS n, count(DISTINCT interaction_id) AS items FROM event WHERE type = 'interaction.expired'`,
        )
        expect([Number(events?.n), Number(events?.items)]).toEqual([450, 450])
        expect(await own.store.nextExpiry()).toBe(later.expiresAtMs)
        expect(await own.store.findItem(never.id)).toMatchObject({ status: 'pending' })
        expect(await own.store.verifyAudit()).toEqual({ rows: 902, fault: null })
        await own.drop()
      },
    )
  })

  describe('pick-up and views', () => {
    verifies('K23', 'a result is picked up once, and not while it waits', async () => {
      const item = await open()
      const pickUp = () => db.store.pickUp(item.id, 1_234, 2_000, auditEntry('result.picked_up'))
      expect(await pickUp()).toBe(false)
      await db.store.end(endPlan(item.id, 'approved'))
      expect(await pickUp()).toBe(true)
      expect(await pickUp()).toBe(false)
      expect(await db.store.findItem(item.id)).toMatchObject({ pickedUpAtMs: 1_234 })
      expect((await recordOf(item.id)).filter((action) => action === 'result.picked_up')).toHaveLength(1)
    })

    test('the first view of each person is recorded, also when they look twice at once', async () => {
      const item = await open()
      const view = (id: string) =>
        db.store.recordView(item.id, { ...auditEntry('interaction.viewed'), actor: { type: 'person', id } })
      await Promise.all(['per_1', 'per_2', 'per_1', 'per_1', 'per_2'].map(view))
      await view('per_1')
      expect(await recordOf(item.id)).toEqual(['interaction.opened', 'interaction.viewed', 'interaction.viewed'])
    })
  })

  describe('list', () => {
    verifies(
      'R16 A19',
      'newest first, each item once over all pages, also when times are equal and more arrive',
      async () => {
        const userId = newId('user')
        const nowMs = Date.now()
        const items = Array.from({ length: 60 }, (_, n) =>
          newItem({ id: `int_${String(n).padStart(4, '0')}${newId('x')}`, userId, createdAtMs: nowMs + (n % 3) }),
        )
        for (const item of items.toSorted((a, b) => (a.digest + a.id < b.digest + b.id ? -1 : 1))) {
          await db.store.open(openPlan(item))
        }
        const expected = items
          .toSorted((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
          .map(({ id }) => id)
        const seen: string[] = []
        for (let after: { createdAtMs: number; id: string } | undefined; ; ) {
          const page = await db.store.listItems({ mode: 'test', status: 'pending', userId, after, limit: 7 })
          seen.push(...page.map(({ id }) => id))
          const last = page.at(-1)
          if (!last) break
          after = { createdAtMs: last.createdAtMs, id: last.id }
          await db.store.open(openPlan(newItem({ userId, createdAtMs: nowMs + 1_000 })))
        }
        expect(seen).toEqual(expected)
      },
    )

    verifies('R17 R18 R19 R20 R21 R22 R23', 'each filter narrows, and all of them together', async () => {
      const userId = newId('user')
      const conversation = await createConversation({ userId })
      const task = await createTask({ userId, conversationId: conversation.id })
      const approval = await open({ userId })
      const question = await open({ userId, taskId: task.id, type: 'question', kind: 'ask_question' })
      const call = await open({ userId, type: 'tool_call', kind: 'custom' })
      const ended = await open({ userId })
      await db.store.end(endPlan(ended.id, 'cancelled'))
      const live = await open({ userId, mode: 'live' })

      const list = async (filter: object) => {
        const items = await db.store.listItems({ mode: 'test', status: 'pending', userId, limit: 100, ...filter })
        return new Set(items.map(({ id }) => id))
      }
      const ids = (...items: Item[]) => new Set(items.map(({ id }) => id))
      expect(await list({})).toEqual(ids(approval, question, call))
      expect(await list({ status: 'cancelled' })).toEqual(ids(ended))
      expect(await list({ status: 'expired' })).toEqual(ids())
      expect(await list({ mode: 'live' })).toEqual(ids(live))
      expect(await list({ type: 'question' })).toEqual(ids(question))
      expect(await list({ kind: 'custom' })).toEqual(ids(call))
      expect(await list({ type: 'question', kind: 'custom' })).toEqual(ids())
      expect(await list({ conversationId: conversation.id })).toEqual(ids(question))
      expect(await list({ taskId: task.id })).toEqual(ids(question))
      expect(await list({ withoutTypes: ['tool_call'] })).toEqual(ids(approval, question))
      expect(await list({ userIds: [userId, 'nobody'] })).toEqual(ids(approval, question, call))
      expect(await list({ userIds: ['nobody'] })).toEqual(ids())
      expect(await list({ userIds: [] })).toEqual(ids())
      expect(await list({ userId: userId.toUpperCase() })).toEqual(ids())
      expect(await list({ taskId: task.id, conversationId: conversation.id, type: 'question' })).toEqual(ids(question))
    })
  })

  describe('conversations and tasks', () => {
    verifies('K15', 'an external id finds what it made, and other content is a conflict', async () => {
      const externalId = newId('ext')
      const conversation = await createConversation({ externalId })
      const again = { ...conversation, id: newId('conv') }
      expect(await db.store.createConversation(creation(again))).toEqual({ result: 'existing', row: conversation })
      expect(await db.store.createConversation(creation({ ...again, userId: 'other' }))).toMatchObject({
        result: 'external_id_conflict',
      })
      const task = await createTask({ externalId })
      expect(await db.store.createTask(creation({ ...task, id: newId('task') }))).toEqual({
        result: 'existing',
        row: task,
      })
      expect(await db.store.createTask(creation({ ...task, id: newId('task'), title: 'Other' }))).toMatchObject({
        result: 'external_id_conflict',
      })
    })

    verifies('K14', 'a task joins a conversation of its own user and agent only', async () => {
      const conversation = await createConversation()
      const unfit = { result: 'unfit_conversation' }
      const create = (parts: Partial<Task>, onlyAsker: string | null = null) =>
        db.store.createTask({ ...creation(newTask({ conversationId: conversation.id, ...parts })), onlyAsker })
      expect(await create({ userId: 'other' })).toMatchObject(unfit)
      expect(await create({ mode: 'live' })).toMatchObject(unfit)
      expect(await create({ conversationId: 'conv_none' })).toMatchObject(unfit)
      expect(await create({}, 'agent:Other')).toMatchObject(unfit)
      expect(await create({}, conversation.asker)).toMatchObject({ result: 'created' })
    })

    verifies('K15 T13', 'the end of a task withdraws what waits in it, and nothing else', async () => {
      const task = await createTask()
      const waiting = [await open({ taskId: task.id }), await open({ taskId: task.id })]
      const answered = await open({ taskId: task.id })
      const overdue = await open({ taskId: task.id, expiresAtMs: db.store.nowMs() - 1_000 })
      const elsewhere = await open()
      await db.store.end(endPlan(answered.id, 'approved'))

      const idempotency = idempotencyKey()
      const ended = await endTask(task.id, idempotency)
      expect(ended).toMatchObject({ result: 'ended', task: { id: task.id, status: 'ended' } })
      const withdrawn = (ended as { items: Item[] }).items
      expect(new Set(withdrawn.map(({ id }) => id))).toEqual(new Set(waiting.map(({ id }) => id)))
      for (const { id } of waiting) {
        expect(await db.store.findItem(id)).toMatchObject({ status: 'cancelled' })
        expect(await eventsOf(id)).toEqual(['interaction.created', 'interaction.cancelled'])
      }
      expect(await db.store.findItem(answered.id)).toMatchObject({ decision: 'approved' })
      expect(await db.store.findItem(overdue.id)).toMatchObject({ status: 'pending' })
      expect(await db.store.findItem(elsewhere.id)).toMatchObject({ status: 'pending' })

      expect(await endTask(task.id, idempotency)).toMatchObject({ result: 'replayed' })
      expect(await endTask(task.id)).toEqual({ result: 'ended', task: (ended as { task: Task }).task, items: [] })
      expect(await endTask('task_none')).toEqual({ result: 'missing' })
    })
  })

  describe('keys', () => {
    test('a key is found by its hash alone, and counts until it is revoked or runs out', async () => {
      const key = newKey({ mode: 'live', expiresAtMs: 5_000 })
      const sha256 = newId('sha')
      await db.store.createKey(key, sha256, auditEntry('key.created'))
      expect(await db.store.findKeyBySha256(sha256)).toEqual(key)
      expect(await db.store.findKeyBySha256('other')).toBeNull()
      expect(await db.store.hasKey('live', 4_999)).toBe(true)
      expect(await db.store.hasKey('live', 5_000)).toBe(false)
      await db.store.touchKey(key.id, 42)
      expect(await db.store.findKeyBySha256(sha256)).toEqual({ ...key, lastUsedAtMs: 42 })
    })

    test('a key that cannot be made leaves no line in the record', async () => {
      const key = newKey()
      await db.store.createKey(key, newId('sha'), auditEntry('key.created'))
      const before = await recordOf('deployment')
      await expect(db.store.createKey(key, newId('sha'), auditEntry('key.created'))).rejects.toThrow()
      expect(await recordOf('deployment')).toEqual(before)
    })
  })

  describe('people', () => {
    test('a known e-mail gets the new role and further user ids (D11)', async () => {
      const person = newPerson({ userIds: ['a', 'b'] })
      expect(await save(person)).toBe(person.id)
      const again = newPerson({ email: person.email, role: 'admin', userIds: ['b', 'c'], name: 'Other' })
      expect(await save(again)).toBe(person.id)
      const sessionId = await signIn(person.id)
      expect(await db.store.findSession(sessionId, Date.now())).toMatchObject({
        method: 'link',
        person: { id: person.id, name: person.name, role: 'admin', userIds: ['a', 'b', 'c'] },
      })
    })

    test('the first admin may be somebody who is there already (D9)', async () => {
      const other = await createTestStore(dialect)
      const person = newPerson({ userIds: ['a'] })
      await other.store.savePerson(person, auditEntry('person.saved'))
      const admin = newPerson({ email: person.email, role: 'admin', name: 'Admin', passwordHash: 'hash' })
      expect(await other.store.saveFirstAdmin(admin, auditEntry('person.created'))).toBe(person.id)
      expect(await other.store.people.find(person.id)).toMatchObject({
        name: 'Admin',
        role: 'admin',
        password_hash: 'hash',
      })
      expect(await other.store.saveFirstAdmin(newPerson(), auditEntry('person.created'))).toBeNull()
      await other.drop()
    })

    verifies('D19.15', 'a session counts until it ends, runs out, or its person is removed', async () => {
      const person = newPerson()
      await save(person)
      const nowMs = Date.now()
      const sessionId = await signIn(person.id)
      expect(await db.store.findSession(sessionId, nowMs + 120_000)).toBeNull()
      expect(await db.store.findSession('psn_none', nowMs)).toBeNull()
      await db.store.people.endSession(sessionId, nowMs)
      expect(await db.store.findSession(sessionId, nowMs)).toBeNull()

      const other = await signIn(person.id)
      expect(await db.store.findSession(other, nowMs)).not.toBeNull()
      await db.sql('UPDATE person SET removed_at = ? WHERE id = ?', nowMs, person.id)
      expect(await db.store.findSession(other, nowMs)).toBeNull()
      expect(await db.store.people.findByEmail(person.email)).toBeNull()
      expect(await db.store.people.find(person.id)).toBeNull()
    })

    test('a sign-in link works once, within its time', async () => {
      const person = newPerson()
      await save(person)
      const nowMs = Date.now()
      const addLink = async (expiresAtMs: number) => {
        const sha256 = newId('sha')
        await db.store.people.addLink({ sha256, personId: person.id, createdAtMs: nowMs, expiresAtMs })
        return sha256
      }
      const good = await addLink(nowMs + 60_000)
      expect(await db.store.spendSignInLink(good, nowMs)).toEqual({ personId: person.id })
      expect(await db.store.spendSignInLink(good, nowMs)).toBeUndefined()
      expect(await db.store.people.findOpenLink(good, nowMs)).toBeNull()
      expect(await db.store.spendSignInLink(await addLink(nowMs), nowMs)).toBeUndefined()
      expect(await db.store.spendSignInLink('none', nowMs)).toBeUndefined()
    })

    test('failed sign-ins count within their window and start anew after it', async () => {
      const subject = newId('email')
      const count = (nowMs: number) => db.store.countSignInFailure(subject, nowMs, 1_000)
      expect([await count(10_000), await count(10_500), await count(10_999)]).toEqual([1, 2, 3])
      expect(await db.store.people.countFailures(subject, 9_999)).toBe(3)
      expect(await db.store.people.countFailures(subject, 10_000)).toBe(0)
      expect([await count(11_000), await count(11_001)]).toEqual([1, 2])
      await db.store.people.forgetFailures(subject)
      expect(await db.store.people.countFailures(subject, 0)).toBe(0)
    })
  })

  test('a setting is whatever was there first', async () => {
    const name = newId('setting')
    const values = await Promise.all(['a', 'b', 'c', 'd'].map((value) => db.store.ensureSetting(name, value)))
    expect(new Set(values).size).toBe(1)
    expect(await db.store.ensureSetting(name, 'late')).toBe(values[0])
  })

  test('the whole record is in order after all this', async () => {
    expect((await db.store.verifyAudit()).fault).toBeNull()
  })

  const creation = <T>(row: T) => ({
    row,
    onlyAsker: null,
    idempotency: null,
    reply: () => ({ status: 201, body: '{}' }),
  })

  async function createConversation(parts: Partial<Conversation> = {}): Promise<Conversation> {
    const row = {
      id: newId('conv'),
      mode: 'test',
      asker: 'agent:Agent',
      userId: 'traveller-42',
      externalId: null,
      createdAtMs: Date.now(),
      ...parts,
    } as const
    expect(await db.store.createConversation(creation(row))).toEqual({ result: 'created', row })
    return row
  }

  function newTask(parts: Partial<Task> = {}): Task {
    return {
      id: newId('task'),
      mode: 'test',
      asker: 'agent:Agent',
      userId: 'traveller-42',
      externalId: null,
      createdAtMs: Date.now(),
      conversationId: null,
      title: null,
      status: 'open',
      endedAtMs: null,
      ...parts,
    }
  }

  async function createTask(parts: Partial<Task> = {}): Promise<Task> {
    const row = newTask(parts)
    expect(await db.store.createTask(creation(row))).toEqual({ result: 'created', row })
    expect(await db.store.findTask(row.id)).toEqual(row)
    return row
  }

  const endTask = (id: string, idempotency: ReturnType<typeof idempotencyKey> | null = null) =>
    db.store.endTask({
      id,
      nowMs: Date.now(),
      newEventId: () => newId('evt'),
      idempotency,
      reply: () => ({ status: 200, body: '{}' }),
      endItem: (item) => endPlan(item.id, 'cancelled'),
    })

  const newKey = (parts: Partial<ApiKey> = {}): ApiKey => ({
    id: newId('key'),
    last4: 'abcd',
    name: 'test',
    scope: 'all',
    mode: 'test',
    agent: null,
    createdAtMs: 1,
    expiresAtMs: null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    ...parts,
  })

  const newPerson = (parts: Partial<NewPerson> = {}): NewPerson => ({
    id: newId('per'),
    email: `${newId('ada')}@example.com`,
    name: 'Ada',
    role: 'user',
    userIds: [],
    passwordHash: null,
    createdAtMs: Date.now(),
    ...parts,
  })

  const save = (person: NewPerson) => db.store.savePerson(person, auditEntry('person.saved'))

  async function signIn(personId: string) {
    const id = newId('psn')
    const nowMs = Date.now()
    await db.store.people.addSession({ id, personId, method: 'link', createdAtMs: nowMs, expiresAtMs: nowMs + 60_000 })
    return id
  }
})
