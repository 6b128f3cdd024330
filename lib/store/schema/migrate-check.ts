import { type Dialect, dialects } from './dialects'
import { missingSql } from './missing-sql'

let drifted = false
for (const dialect of Object.keys(dialects) as Dialect[]) {
  const sql = await missingSql(dialect)
  if (sql === '') continue
  drifted = true
  console.error(`${dialects[dialect].migrations} lacks:\n\n${sql}`)
}
if (drifted) console.error('Run: npm run migrate:new -- NAME')
process.exit(drifted ? 1 : 0)
