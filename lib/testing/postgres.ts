import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** The folder of pg_dump and pg_restore, where this machine has them. */
export const postgresTools = process.env.TEST_POSTGRES_TOOLS

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** An empty database of its own on the server that `npm test` provides. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set: run the tests through `npm test -- unit`')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}
