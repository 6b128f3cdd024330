import path from 'node:path'
import type { Item, Mode } from '@/lib/interactions/item'
import { readActivity, readOpenCounts } from './activity'
import * as agents from './agents'
import { type AuditEntry, appendAudit, deploymentChain, listAudit, verifyAudit, verifyChain } from './audit'
import * as connections from './connections'
import { type EndUserPlan, endUser } from './end-user'
import * as events from './events'
import { type Idempotency, recall } from './idempotency'
import * as items from './items'
import * as keys from './keys'
import { adoptNames, RememberedNames, readAlike } from './known-names'
import { applyMigrations, pendingMigrations } from './migrate'
import { namesOf } from './names'
import * as noticePeople from './notice-people'
import * as notices from './notices'
import type { OpenedDatabase } from './opened-database'
import { PendingGauge } from './pending-gauge'
import * as people from './people'
import type { PrismaClient } from './prisma'
import * as pushConfigs from './push-configs'
import * as rates from './rates'
import { forget, type Retention } from './retention'
import { type Search, searchItems } from './search-items'
import * as sessions from './sessions'
import { slackAccountsOf } from './slack-accounts'
import { type Command, type Driver, insertInto, queryOne } from './sql'
import * as taskLog from './task-log'
import * as tasks from './tasks'
import { exportLines, importLines } from './transfer'
import * as webhooks from './webhooks'

export interface StoreOptions {
  /** `file:…` or `postgres://…` */
  databaseUrl: string
  /** The folder that holds both dialects' migrations. */
  migrationsDir: string
  poolSize?: number
}

export type Store = Awaited<ReturnType<typeof openStore>>

const clockMeasureMs = 60_000
/** The quickest of them is the truest; the first also waits for a connection. */
const clockSamples = 4

/** Opens the store, whichever database it is. Every method that changes something is one atomic, durable command. */
export async function openStore(options: StoreOptions) {
  const { driver, openPrisma, session, snapshot, backUp } = await openDatabase(options)
  const dir =
    driver.dialect === 'sqlite'
      ? path.join(options.migrationsDir, 'sqlite', 'migrations')
      : path.join(options.migrationsDir, 'migrations')
  const clock = await measuredClock(driver)
  const gauge = new PendingGauge()
  const remembered = new RememberedNames()
  const run = <T>(command: () => Command<T>) => driver.run(command)
  let client: Promise<PrismaClient> | undefined
  const prisma = () => {
    client ??= openPrisma()
    return client
  }

  return {
    dialect: driver.dialect,
    /** UTC milliseconds by the database's clock, as near as the application can know it (D19.5). */
    nowMs: clock.nowMs,
    migrate: () => session((db) => applyMigrations(db, dir)),
    adoptEvents: () => run(events.adoptEvents),
    adoptNames: () => run(adoptNames),
    /** Copies the store into a new file; null where the database has its own tools for that. */
    backUp,
    /** Gives everything in the store at one moment, line by line (D8). */
    exportTo: (write: (line: string) => void | Promise<void>) =>
      snapshot(async (db) => {
        for await (const line of exportLines(db)) await write(line)
      }),
    /** Fills the empty store. @returns how many rows there are */
    importFrom: (lines: AsyncIterable<string>) => session((db) => importLines(db, lines)),
    pendingMigrations: () => session((db) => pendingMigrations(db, dir)),
    onForeignChange: driver.onForeignChange,
    announce: driver.announce,

    open: async (plan: items.OpenPlan) => {
      const opened = await run(() => items.open(plan, gauge, remembered))
      if (opened.result === 'opened') remembered.add(opened.item)
      return opened
    },
    readAlike: (item: Item) => readAlike(driver, item),
    end: (plan: items.EndPlan) => run(() => items.end(plan)),
    expireOverdue: (newEventId: () => string, audit: (item: Item) => AuditEntry) =>
      run(() => items.expireOverdue(newEventId, audit)),
    nextExpiry: () => items.readNextExpiry(driver),
    pickUp: (...args: Parameters<typeof items.pickUp>) => run(() => items.pickUp(...args)),
    recordView: (id: string, audit: AuditEntry) => run(() => items.recordView(id, audit)),
    appendAudit: (chain: string, audit: AuditEntry) => run(() => appendAudit(chain, audit)),
    recall: (idempotency: Idempotency | null) => (idempotency ? run(() => recall(idempotency)) : Promise.resolve(null)),
    findItem: (id: string) => items.readItem(driver, id),
    findPrivateResult: (id: string) => items.readPrivateResult(driver, id, clock.nowMs()),
    findFrame: (id: string) => items.readFrame(driver, id),
    countPending: async (mode: 'test' | 'live') => {
      const [row] = await driver.read(
        `SELECT COUNT(*) AS count FROM interaction WHERE mode = ? AND status = 'pending'`,
        mode,
      )
      return Number(row?.count)
    },
    listItems: (filter: items.ListFilter) => items.listItems(driver, filter),
    searchItems: (filter: items.ListFilter, search: Search) => searchItems(driver, filter, search),

    createConversation: (plan: Parameters<typeof tasks.createConversation>[0]) =>
      run(() => tasks.createConversation(plan)),
    createTask: (plan: Parameters<typeof tasks.createTask>[0]) => run(() => tasks.createTask(plan)),
    endTask: (plan: tasks.EndTaskPlan) => run(() => tasks.endTask(plan)),
    findTask: (id: string) => tasks.readTask(driver, id),
    submitTask: (plan: taskLog.SubmitPlan) => run(() => taskLog.submitTask(plan)),
    reportTask: (plan: taskLog.ReportPlan) => run(() => taskLog.reportTask(plan)),
    listTaskViews: (filter: taskLog.TaskFilter, page: taskLog.TaskPage) => taskLog.listTaskViews(driver, filter, page),
    countTaskViews: (filter: taskLog.TaskFilter) => taskLog.countTaskViews(driver, filter),
    readTaskEntries: (taskId: string) => taskLog.readTaskEntries(driver, taskId),
    readTaskItems: (mode: 'test' | 'live', taskId: string) => taskLog.readTaskItems(driver, mode, taskId),
    readTaskEvents: (taskId: string, after: events.Position, limit: number) =>
      taskLog.readTaskEvents(driver, taskId, after, limit),
    readTaskHints: (after: events.Position, limit: number) => taskLog.readTaskHints(driver, after, limit),

    savePushConfig: (config: pushConfigs.PushConfig) => run(() => pushConfigs.savePushConfig(config)),
    removePushConfig: (...args: Parameters<typeof pushConfigs.removePushConfig>) =>
      run(() => pushConfigs.removePushConfig(...args)),
    findPushConfig: (taskId: string, owner: string, id: string) =>
      pushConfigs.findPushConfig(driver, taskId, owner, id),
    listPushConfigs: (taskId: string, owner: string, page: { afterId: string; limit: number }) =>
      pushConfigs.listPushConfigs(driver, taskId, owner, page),
    listDuePushConfigs: (nowMs: number, limit: number) => pushConfigs.listDuePushConfigs(driver, nowMs, limit),
    claimPushConfig: (...args: Parameters<typeof pushConfigs.claimPushConfig>) =>
      run(() => pushConfigs.claimPushConfig(...args)),
    recordPush: (...args: Parameters<typeof pushConfigs.recordPush>) => run(() => pushConfigs.recordPush(...args)),

    saveAgent: (...args: Parameters<typeof agents.saveAgent>) => run(() => agents.saveAgent(...args)),
    listAgents: (mode: 'test' | 'live') => agents.listAgents(driver, mode),
    findAgent: (mode: 'test' | 'live', name: string) => agents.findAgent(driver, mode, name),
    createRemoteAgent: (...args: Parameters<typeof agents.createRemoteAgent>) =>
      run(() => agents.createRemoteAgent(...args)),
    removeRemoteAgent: (...args: Parameters<typeof agents.removeRemoteAgent>) =>
      run(() => agents.removeRemoteAgent(...args)),
    pauseRemoteAgent: (...args: Parameters<typeof agents.pauseRemoteAgent>) =>
      run(() => agents.pauseRemoteAgent(...args)),
    claimRemoteAgent: (...args: Parameters<typeof agents.claimRemoteAgent>) =>
      run(() => agents.claimRemoteAgent(...args)),
    releaseRemoteAgents: (instance: string) => run(() => agents.releaseRemoteAgents(instance)),
    recordRemoteSeen: (...args: Parameters<typeof agents.recordRemoteSeen>) =>
      run(() => agents.recordRemoteSeen(...args)),
    listRemoteAgents: (mode?: 'test' | 'live') => agents.listRemoteAgents(driver, mode),
    saveRemoteItem: (item: agents.RemoteItem) => run(() => agents.saveRemoteItem(item)),
    recordRemoteItem: (...args: Parameters<typeof agents.recordRemoteItem>) =>
      run(() => agents.recordRemoteItem(...args)),
    listOpenRemoteItems: (agentId: string) => agents.listOpenRemoteItems(driver, agentId),
    listRemoteAnswers: (agentId: string, nowMs: number) => agents.listRemoteAnswers(driver, agentId, nowMs),

    createKey: (key: keys.ApiKey, sha256: string, audit: AuditEntry) => run(() => keys.createKey(key, sha256, audit)),
    touchKey: (id: string, nowMs: number) => run(() => keys.touchKey(id, nowMs)),
    findKeyBySha256: (sha256: string) => keys.findKeyBySha256(driver, sha256),
    hasKey: (mode: 'test' | 'live', nowMs: number) => keys.hasKey(driver, mode, nowMs),

    readEvents: (filter: events.EventFilter, after: events.Position, limit: number) =>
      events.readEvents(driver, filter, after, limit),
    findEventPosition: (id: string, mode: 'test' | 'live') => events.findPosition(driver, id, mode),
    eventEnd: () => events.readEnd(driver),

    createConnection: (...args: Parameters<typeof connections.createConnection>) =>
      run(() => connections.createConnection(...args)),
    createActiveConnection: (...args: Parameters<typeof connections.createActiveConnection>) =>
      run(() => connections.createActiveConnection(...args)),
    activateConnection: (...args: Parameters<typeof connections.activateConnection>) =>
      run(() => connections.activateConnection(...args)),
    startConnectionFlow: (...args: Parameters<typeof connections.startFlow>) =>
      run(() => connections.startFlow(...args)),
    takeConnectionFlow: (...args: Parameters<typeof connections.takeFlow>) => run(() => connections.takeFlow(...args)),
    removeConnection: (...args: Parameters<typeof connections.removeConnection>) =>
      run(() => connections.removeConnection(...args)),
    findConnection: (id: string) => connections.readConnection(driver, id),
    findConnectionByToken: (tokenSha256: string) => connections.findConnectionByToken(driver, tokenSha256),
    listConnections: (filter: Parameters<typeof connections.listConnections>[1]) =>
      connections.listConnections(driver, filter),

    revokeKey: (...args: Parameters<typeof keys.revokeKey>) => run(() => keys.revokeKey(...args)),
    listKeys: (mode: 'test' | 'live', after: { createdAtMs: number; id: string } | undefined, limit: number) =>
      keys.listKeys(driver, mode, after, limit),
    findPerson: (id: string) => people.findPerson(driver, id),
    listPeople: (after: { createdAtMs: number; id: string } | undefined, limit: number) =>
      people.listPeople(driver, after, limit),
    changePerson: (...args: Parameters<typeof people.changePerson>) => run(() => people.changePerson(...args)),
    removePerson: (...args: Parameters<typeof people.removePerson>) => run(() => people.removePerson(...args)),
    createUserLink: (...args: Parameters<typeof people.createUserLink>) => run(() => people.createUserLink(...args)),
    acceptUserLink: (...args: Parameters<typeof people.acceptUserLink>) => run(() => people.acceptUserLink(...args)),
    listAudit: (filter: Parameters<typeof listAudit>[1]) => listAudit(driver, filter),
    forget: (rules: Retention) => run(() => forget(rules)),

    endUser: (plan: EndUserPlan) => run(() => endUser(plan)),
    createSession: (...args: Parameters<typeof sessions.createSession>) => run(() => sessions.createSession(...args)),
    endSession: (...args: Parameters<typeof sessions.endSession>) => run(() => sessions.endSession(...args)),
    findSessionBySha256: (sha256: string) => sessions.findSessionBySha256(driver, sha256),

    takeTurn: (...args: Parameters<typeof rates.takeTurn>) => run(() => rates.takeTurn(...args)),
    addRequests: (...args: Parameters<typeof rates.addRequests>) => run(() => rates.addRequests(...args)),

    savePerson: (person: people.NewPerson, audit: AuditEntry) => run(() => people.savePerson(person, audit)),
    linkFirstAdmin: (...args: Parameters<typeof people.linkFirstAdmin>) => run(() => people.linkFirstAdmin(...args)),
    saveFirstAdmin: (person: people.NewPerson, audit: AuditEntry) => run(() => people.saveFirstAdmin(person, audit)),
    spendSignInLink: (sha256: string, nowMs: number) => run(() => people.spendSignInLink(sha256, nowMs)),
    countSignInFailure: (subject: string, nowMs: number, windowMs: number) =>
      run(() => people.countSignInFailure(subject, nowMs, windowMs)),
    findSession: (id: string, nowMs: number) => people.findSession(driver, id, nowMs),
    people: people.peopleOf(prisma),
    hasAdmin: () => people.hasAdmin(driver),
    webhooks: webhooks.webhooksOf(driver),
    notices: notices.noticesOf(driver),
    noticePeople: noticePeople.noticePeopleOf(driver),
    slackAccounts: slackAccountsOf(driver),

    /** A value that all instances share: the one that was there first. */
    ensureSetting: (name: string, value: string) =>
      run(function* ensureSetting(): Command<string> {
        yield insertInto('setting', { name, value }, ' ON CONFLICT DO NOTHING')
        const row = yield* queryOne('SELECT value FROM setting WHERE name = ?', name)
        return String(row?.value)
      }),
    verifyAudit: () => verifyAudit(driver.read),
    verifyChain: (chain: string) => verifyChain(driver.read, chain),
    readActivity: (mode: Mode, fromMs: number, toMs: number) => readActivity(driver, mode, fromMs, toMs),
    readOpenCounts: (mode: Mode, nowMs: number) => readOpenCounts(driver, mode, nowMs),
    namesOf: (ids: readonly string[]) => namesOf(driver, ids),
    readAudit: (chain: string) => driver.read('SELECT * FROM audit WHERE chain = ? ORDER BY seq', chain),
    recordDeployment: (audit: AuditEntry) => run(() => appendAudit(deploymentChain, audit)),
    /** Rejects when the database does not answer. */
    ping: async () => void (await driver.read('SELECT 1 AS answer')),
    async close() {
      clock.stop()
      await (await client)?.$disconnect()
      await driver.close()
    },
  }
}

/** Only the code of the database that is wanted is loaded. */
async function openDatabase({ databaseUrl, poolSize = 10 }: StoreOptions): Promise<OpenedDatabase> {
  if (databaseUrl.startsWith('file:')) {
    const { onSqlite } = await import('./on-sqlite')
    return onSqlite(databaseUrl.slice('file:'.length))
  }
  const { onPostgres } = await import('./on-postgres')
  return onPostgres(databaseUrl, poolSize)
}

/** On PostgreSQL the application's clock is corrected by the database's, which alone decides what is late (S19). */
async function measuredClock(driver: Driver) {
  if (driver.dialect === 'sqlite') return { nowMs: () => Date.now(), stop: () => {} }
  let offsetMs = 0
  const measure = async () => {
    let shortestMs = Number.POSITIVE_INFINITY
    for (let sample = 0; sample < clockSamples; sample++) {
      const beforeMs = Date.now()
      const [row] = await driver.read('SELECT clock_ms() AS ms')
      const afterMs = Date.now()
      if (afterMs - beforeMs >= shortestMs) continue
      shortestMs = afterMs - beforeMs
      offsetMs = Number(row?.ms) - Math.round((beforeMs + afterMs) / 2)
    }
  }
  await measure()
  const timer = setInterval(() => void measure().catch(() => {}), clockMeasureMs)
  timer.unref()
  return { nowMs: () => Date.now() + offsetMs, stop: () => clearInterval(timer) }
}
