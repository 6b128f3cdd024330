import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Database from 'better-sqlite3'
import pg from 'pg'

/**
 * The least that could do the job: bare node:http, the same tables, indexes and durability, prepared statements, one
 * transaction a change; no credentials, no validation, no idempotency, no audit chain. Run as its own process.
 */
interface FloorStore {
  open(id: string): Promise<void>
  answer(id: string): Promise<void>
  isPending(id: string): Promise<boolean>
  list(): Promise<unknown[]>
}

const interaction = `INSERT INTO interaction (id, mode, type, kind, status, user_id, task_id, asker, agent, summary, moves_money,
  requires_present_user, details_json, digest, content_hmac, created_at, expires_at)
  VALUES ($1, 'test', 'approval', 'tool_permission', 'pending', 'bench-user', 'task_x', 'agent:Floor', 'Floor', 'pay, amount $500.00', TRUE,
  TRUE, '{"tool_name":"pay","rows":[{"label":"Booking","value":"Lakeside Hotel, 2 nights"}]}', 'd', 'h', $2, $3)`
const event = `INSERT INTO event (id, tx, mode, type, interaction_id, user_id, asker, created_at)
  VALUES ($1, 0, 'test', $2, $3, 'bench-user', 'agent:Floor', $4)`
const audit = `INSERT INTO audit (chain, seq, at, action, actor_type, actor_id, channel, request_id, facts_json, prev_hash, hash)
  VALUES ($1, $2, $3, 'x', 'key', 'k', 'rest', 'r', '{}', '', 'h')`
const answer = `UPDATE interaction SET status = 'resolved', decision = 'approved', resolved_at = $1
  WHERE id = $2 AND status = 'pending' AND (expires_at IS NULL OR expires_at > $1)`
const list = `SELECT * FROM interaction WHERE mode = 'test' AND status = 'pending' ORDER BY created_at DESC, id DESC LIMIT 21`

const dayMs = 86_400_000

function sqliteFloor(file: string): FloorStore {
  const db = new Database(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL']) db.pragma(pragma)
  const prepare = (text: string) => db.prepare(text.replaceAll(/\$(\d)/g, '?$1'))
  const named = (...values: unknown[]) => Object.fromEntries(values.map((value, index) => [index + 1, value]))
  const statements = {
    interaction: prepare(interaction),
    event: prepare(event),
    audit: prepare(audit),
    answer: prepare(answer),
  }
  const pending = db.prepare(`SELECT 1 FROM interaction WHERE id = ? AND status = 'pending'`)
  const listing = db.prepare(list)
  const openRow = db.transaction((id: string) => {
    const nowMs = Date.now()
    statements.interaction.run(named(id, nowMs, nowMs + dayMs))
    statements.event.run(named(`o${id}`, 'interaction.created', id, nowMs))
    statements.audit.run(named(id, 1, nowMs))
  })
  const answerRow = db.transaction((id: string) => {
    const nowMs = Date.now()
    statements.answer.run(named(nowMs, id))
    statements.event.run(named(`a${id}`, 'interaction.resolved', id, nowMs))
    statements.audit.run(named(id, 2, nowMs))
  })
  return {
    open: async (id) => openRow.immediate(id),
    answer: async (id) => answerRow.immediate(id),
    isPending: async (id) => pending.get(id) !== undefined,
    list: async () => listing.all(),
  }
}

function postgresFloor(url: string, onNotice: (id: string) => void): FloorStore {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const listener = new pg.Client(url)
  void listener.connect().then(() => listener.query('LISTEN floor'))
  listener.on('notification', ({ payload }) => onNotice(payload ?? ''))
  const inTransaction = async (
    work: (run: (name: string, text: string, values: unknown[]) => Promise<unknown>) => Promise<void>,
  ) => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await work((name, text, values) => client.query({ name, text, values }))
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  }
  return {
    open: (id) =>
      inTransaction(async (run) => {
        const nowMs = Date.now()
        await run('interaction', interaction, [id, nowMs, nowMs + dayMs])
        await run('event', event, [`o${id}`, 'interaction.created', id, nowMs])
        await run('audit', audit, [id, 1, nowMs])
      }),
    answer: (id) =>
      inTransaction(async (run) => {
        const nowMs = Date.now()
        await run('answer', answer, [nowMs, id])
        await run('event', event, [`a${id}`, 'interaction.resolved', id, nowMs])
        await run('audit', audit, [id, 2, nowMs])
        await run('notify', 'SELECT pg_notify($1, $2)', ['floor', id])
      }),
    isPending: async (id) =>
      (
        await pool.query({
          name: 'pending',
          text: `SELECT 1 FROM interaction WHERE id = $1 AND status = 'pending'`,
          values: [id],
        })
      ).rows.length > 0,
    list: async () => (await pool.query({ name: 'list', text: list })).rows,
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const [databaseUrl = '', port = '0'] = process.argv.slice(2)
const ended = new EventEmitter().setMaxListeners(0)
const isSqlite = databaseUrl.startsWith('file:')
const store = isSqlite
  ? sqliteFloor(databaseUrl.slice('file:'.length))
  : postgresFloor(databaseUrl, (id) => ended.emit(id))
let count = 0

async function serve(request: IncomingMessage, response: ServerResponse) {
  const [, , , id = '', verb] = (request.url ?? '').split(/[/?]/)
  const reply = (value: unknown) => {
    const body = JSON.stringify(value)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  }
  if (request.method === 'POST' && verb === 'answer') {
    JSON.parse(await readAll(request))
    await store.answer(id)
    if (isSqlite) ended.emit(id)
    reply({ id, object: 'interaction', status: 'resolved' })
  } else if (request.method === 'POST') {
    const body = JSON.parse(await readAll(request)) as object
    const opened = `int_floor${process.pid}x${count++}`
    await store.open(opened)
    reply({ ...body, id: opened })
  } else if (verb === 'result') {
    const woken = new Promise((resolve) => ended.once(id, resolve))
    if (await store.isPending(id)) await woken
    reply({ id, status: 'resolved' })
  } else if (id === '' || id.startsWith('limit')) {
    reply({ data: await store.list() })
  } else {
    reply({ id, pending: await store.isPending(id) })
  }
}

createServer((request, response) => void serve(request, response)).listen(Number(port), '127.0.0.1', () =>
  console.log('Floor is ready'),
)
