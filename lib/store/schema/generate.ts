import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dialects } from './dialects'
import { toSqliteSchema } from './sqlite-schema'

mkdirSync(path.dirname(dialects.sqlite.schema), { recursive: true })
writeFileSync(dialects.sqlite.schema, toSqliteSchema(readFileSync(dialects.postgresql.schema, 'utf8')))

for (const { schema } of Object.values(dialects)) {
  const args = ['node_modules/prisma/build/index.js', 'generate', '--schema', schema]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
