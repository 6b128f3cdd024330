const notice = '// Generated from prisma/schema.prisma by `npm run generate`. Do not edit.\n\n'

const replacements: [RegExp, string][] = [
  [/^\/\/.*\n+/gm, ''],
  [/(output += )".*"/, '$1"../../lib/store/generated/sqlite"'],
  [/(provider = )"postgresql"/, '$1"sqlite"'],
  // Only an INTEGER primary key numbers its rows in SQLite.
  [/\bBigInt( +@id @default\(autoincrement\(\)\))/, 'Int$1'],
]

export function toSqliteSchema(postgresql: string): string {
  return (
    notice +
    replacements.reduce((schema, [from, to]) => {
      if (schema.search(from) === -1) throw new Error(`prisma/schema.prisma has nothing like ${from}`)
      return schema.replace(from, to)
    }, postgresql)
  )
}
