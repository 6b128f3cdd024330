import Database from 'better-sqlite3'
import pg from 'pg'

/** The columns of a plausible pending approval, as SQL expressions over a row number `n`. */
const columns: Record<string, string> = {
  mode: "'test'",
  type: "'approval'",
  kind: "'tool_permission'",
  status: "'pending'",
  user_id: "'seed-' || (n % 1000)",
  task_id: "'task_seed' || n",
  asker: "'agent:Seed'",
  agent: "'Seed'",
  summary: "'pay, amount $500.00'",
  moves_money: 'TRUE',
  requires_present_user: 'TRUE',
  details_json:
    '\'{"tool_name":"pay","amount":{"value":"500.00","currency":"USD"},"payee":{"name":"Lakeside Hotel"},"rows":[{"label":"Booking","value":"Lakeside Hotel, 2 nights"}]}\'',
  digest: "'seed'",
  content_hmac: "'seed'",
  created_at: '1700000000000 + n',
}

const names = Object.keys(columns).join(', ')
const values = Object.values(columns).join(', ')

/** Adds pending items straight to the database: a large inbox, faster than asking for each. */
export async function seed(databaseUrl: string, from: number, to: number): Promise<void> {
  if (databaseUrl.startsWith('file:')) {
    const db = new Database(databaseUrl.slice('file:'.length))
    db.pragma('busy_timeout = 60000')
    db.exec(`WITH RECURSIVE series(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM series WHERE n < ${to - 1})
      INSERT INTO interaction (id, ${names}) SELECT printf('int_seed%09d', n), ${values} FROM series`)
    db.exec('ANALYZE')
    db.pragma('wal_checkpoint(TRUNCATE)')
    db.close()
    return
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(`INSERT INTO interaction (id, ${names})
    SELECT 'int_seed' || lpad(n::text, 9, '0'), ${values} FROM generate_series(${from}, ${to - 1}) AS series(n)`)
  await client.query('VACUUM ANALYZE interaction')
  await client.end()
}
