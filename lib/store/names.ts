import type { Driver } from './sql'

/** What people, keys and remote agents are called now, by id; of an id that is none of them there is nothing. */
export async function namesOf(driver: Driver, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const some = `id IN (${ids.map(() => '?').join(', ')})`
  const rows = await driver.read(
    `SELECT id, name FROM person WHERE ${some} UNION ALL SELECT id, name FROM api_key WHERE ${some}
     UNION ALL SELECT id, name FROM remote_agent WHERE ${some}`,
    ...ids,
    ...ids,
    ...ids,
  )
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]))
}
