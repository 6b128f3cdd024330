import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { typeid } from 'typeid-js'
import type { Item } from '@/lib/interactions/item'
import type { Decision } from '@/lib/interactions/status'
import type { AuditEntry } from '@/lib/store/audit'
import { digestOf } from '@/lib/store/digest'
import type { Idempotency } from '@/lib/store/idempotency'
import type { EndPlan, OpenPlan } from '@/lib/store/items'
import type { Param, SqlRow } from '@/lib/store/sql'
import { openStore, type Store } from '@/lib/store/store'
import { createTestDatabase } from './postgres'

export const dialects = ['sqlite', 'postgresql'] as const
export type Dialect = (typeof dialects)[number]

export interface TestStore {
  store: Store
  databaseUrl: string
  /** A second store on the same database, as another server has it. */
  openAnother(): Promise<Store>
  /** Looks at rows, or harms them, behind the store's back. */
  sql(text: string, ...params: Param[]): Promise<SqlRow[]>
  drop(): Promise<void>
}

/** A store on an empty database of its own, with its tables. */
export async function createTestStore(dialect: Dialect): Promise<TestStore> {
  const database = dialect === 'sqlite' ? await sqliteFile() : await postgresDatabase()
  const stores: Store[] = []
  const openAnother = async () => {
    const store = await openStore({ databaseUrl: database.url, migrationsDir: path.resolve('prisma') })
    stores.push(store)
    return store
  }
  const store = await openAnother()
  await store.migrate()
  return {
    store,
    databaseUrl: database.url,
    openAnother,
    sql: database.sql,
    drop: async () => {
      for (const each of stores) await each.close()
      await database.drop()
    },
  }
}

async function sqliteFile() {
  const dir = await mkdtemp(path.join(tmpdir(), 'vestra-store-'))
  const file = path.join(dir, 'test.db')
  return {
    url: `file:${file}`,
    sql: async (text: string, ...params: Param[]) => {
      const db = new Database(file, { timeout: 5_000 })
      try {
        const statement = db.prepare<unknown[], SqlRow>(text)
        if (statement.reader) return statement.all(...params)
        statement.run(...params)
        return []
      } finally {
        db.close()
      }
    },
    drop: () => rm(dir, { recursive: true }),
  }
}

async function postgresDatabase() {
  const { url, drop } = await createTestDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  let at = 0
  return {
    url,
    sql: async (text: string, ...params: Param[]) => {
      at = 0
      return (
        await client.query(
          text.replaceAll('?', () => `$${++at}`),
          params as unknown[],
        )
      ).rows
    },
    drop: async () => {
      await client.end()
      await drop()
    },
  }
}

export const newId = (prefix: string) => typeid(prefix).toString()

export function auditEntry(action: string, facts: Record<string, unknown> = {}): AuditEntry {
  return {
    atMs: Date.now(),
    action,
    actor: { type: 'key', id: 'key_test' },
    channel: 'rest',
    requestId: newId('req'),
    facts,
  }
}

/** An approval that waits; what a test is about, it names. */
export function newItem(parts: Partial<Item> = {}, frameHash?: string): Item {
  const item: Item = {
    id: newId('int'),
    mode: 'test',
    type: 'approval',
    kind: 'tool_permission',
    status: 'pending',
    userId: 'traveller-42',
    taskId: null,
    conversationId: null,
    asker: 'agent:Agent',
    agent: 'Agent',
    keyId: 'key_test',
    keyLabel: 'test',
    summary: 'pay, amount $500.00',
    movesMoney: true,
    requiresPresentUser: true,
    details: { tool_name: 'pay', rows: [{ label: 'amount', value: '$500.00' }] },
    questions: null,
    browser: null,
    liveUrl: null,
    app: null,
    nonce: null,
    externalId: null,
    metadata: null,
    digest: '',
    contentHmac: 'c'.repeat(64),
    argumentsHmac: null,
    createdAtMs: Date.now(),
    expiresAtMs: null,
    resolvedAtMs: null,
    decision: null,
    reason: null,
    message: null,
    answers: null,
    handoff: null,
    presentUser: null,
    answeredBy: null,
    method: null,
    override: null,
    pickedUpAtMs: null,
    ...parts,
  }
  return { ...item, digest: digestOf(item, frameHash) }
}

export function openPlan(item: Item, parts: Partial<OpenPlan> = {}): OpenPlan {
  return {
    item,
    newTaskId: newId('task'),
    onlyAsker: null,
    frame: null,
    bornConnected: () => ({}),
    limits: { pendingPerUser: 100_000, pendingTotal: 100_000 },
    newEventId: () => newId('evt'),
    audit: (action, each) => auditEntry(action, { digest: each.digest }),
    idempotency: null,
    reply: (opened) => ({ status: 201, body: JSON.stringify({ id: opened.id }) }),
    ...parts,
  }
}

export function endPlan(id: string, decision: Exclude<Decision, 'expired'>, parts: Partial<EndPlan> = {}): EndPlan {
  const action = decision === 'cancelled' ? 'interaction.cancelled' : 'interaction.answered'
  return {
    id,
    sessionId: null,
    privateResult: null,
    ending: {
      decision,
      reason: null,
      message: null,
      answers: null,
      handoff: null,
      presentUser: null,
      answeredBy: { type: 'key', id: 'key_test', name: 'test' },
      method: 'api_key',
      override: null,
    },
    newEventId: () => newId('evt'),
    audit: ({ status, digest, override }) =>
      auditEntry(action, { after: status, decision, digest, ...(override && { override }) }),
    idempotency: null,
    reply: (item) => ({ status: 200, body: JSON.stringify({ id: item.id, decision: item.decision }) }),
    ...parts,
  }
}

export function idempotencyKey(parts: Partial<Idempotency> = {}): Idempotency {
  return {
    credential: 'key:key_test',
    key: newId('key'),
    fingerprint: 'same request',
    sinceMs: Date.now() - 24 * 3_600_000,
    ...parts,
  }
}

/** Opens and answers items one after the other, as one more process on the database. @returns their ids */
export async function writeItems(databaseUrl: string, count: number): Promise<string[]> {
  const store = await openStore({ databaseUrl, migrationsDir: path.resolve('prisma') })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const item = newItem()
    await store.open(openPlan(item))
    await store.end(endPlan(item.id, 'approved'))
    ids.push(item.id)
  }
  await store.close()
  return ids
}
