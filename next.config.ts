import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: [
    'better-sqlite3',
    'pg',
    '@prisma/client',
    '@prisma/adapter-better-sqlite3',
    '@prisma/adapter-pg',
  ],
  outputFileTracingIncludes: { '/*': ['./prisma/migrations/**', './prisma/sqlite/migrations/**'] },
  // A lock file in a parent folder would otherwise become the root.
  turbopack: { root: process.cwd() },
  // `npm run types` checks them, once, also for what Next never sees.
  typescript: { ignoreBuildErrors: true },
}

export default config
