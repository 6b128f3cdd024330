import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { readMigrations } from '@/lib/store/migrate'
import { type Dialect, dialects } from './dialects'
import { inMemoryPostgresql } from './in-memory-postgresql'
import { inMemorySqlite } from './in-memory-sqlite'

type EngineModule = { SchemaEngine: typeof SchemaEngine; __wbg_set_wasm(exports: WebAssembly.Exports): void }

// The package's own entry imports its .wasm file as a module, which Node does only behind a flag.
async function loadEngine(): Promise<EngineModule> {
  const dir = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const engine = await import(path.join(dir, 'schema_engine_bg.js'))
  const bytes = await readFile(path.join(dir, 'schema_engine_bg.wasm'))
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': engine })
  engine.__wbg_set_wasm(instance.exports)
  ;(instance.exports.__wbindgen_start as () => void)()
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } })
  return engine
}
const loading = loadEngine()

async function migrationList(dir: string) {
  const migrations = existsSync(dir) ? await readMigrations(dir) : []
  return migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
  }))
}

/**
 * The SQL that takes a database with all migrations applied to the schema; empty when they are in step.
 * The engine replays the migrations on whatever it is connected to, hence databases in memory only.
 */
export async function missingSql(dialect: Dialect): Promise<string> {
  const { schema, migrations } = dialects[dialect]
  const content = await readFile(schema, 'utf8')
  const { SchemaEngine } = await loading
  const inMemory = dialect === 'sqlite' ? inMemorySqlite() : inMemoryPostgresql()
  const engine = await SchemaEngine.new(
    { datamodels: [[schema, content]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(inMemory),
  )
  const { exitCode, stdout } = await engine.diff({
    from: {
      tag: 'migrations',
      baseDir: path.resolve(migrations),
      lockfile: { path: 'migration_lock.toml', content: `provider = "${dialect}"` },
      shadowDbInitScript: '',
      migrationDirectories: await migrationList(migrations),
    },
    to: { tag: 'schemaDatamodel', files: [{ path: schema, content }] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  })
  return exitCode === 0 ? '' : (stdout ?? '')
}
