import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig } from 'prisma/config'

// These commands look for the schema engine and never run it, so any file will do where its download was refused.
// The commands that do run it must keep failing: with a stand-in they report success and do nothing.
const needNoEngine = ['generate', 'validate', 'format']

const requireFromPrisma = createRequire(createRequire(import.meta.url).resolve('prisma/package.json'))
const enginesDir = path.dirname(requireFromPrisma.resolve('@prisma/engines/package.json'))
const hasEngine = readdirSync(enginesDir).some((name) => name.startsWith('schema-engine-'))

if (!hasEngine && needNoEngine.includes(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(enginesDir, 'package.json')
}

export default defineConfig({ schema: 'prisma/schema.prisma' })
