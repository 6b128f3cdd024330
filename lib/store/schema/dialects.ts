export const dialects = {
  postgresql: { schema: 'prisma/schema.prisma', migrations: 'prisma/migrations' },
  sqlite: { schema: 'prisma/sqlite/schema.prisma', migrations: 'prisma/sqlite/migrations' },
}

export type Dialect = keyof typeof dialects
