import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Dialect, dialects } from './dialects'
import { missingSql } from './missing-sql'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run migrate:new -- NAME   (lower-case letters, digits and _)')
  process.exit(1)
}

const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
for (const dialect of Object.keys(dialects) as Dialect[]) {
  const sql = await missingSql(dialect)
  if (sql === '') {
    console.log(`${dialects[dialect].migrations} is in step with its schema`)
    continue
  }
  const dir = path.join(dialects[dialect].migrations, `${stamp}_${name}`)
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'migration.sql'), sql)
  console.log(`wrote ${dir}/migration.sql`)
}
process.exit(0)
