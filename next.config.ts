import type { NextConfig } from 'next'

/** No page of ours is framed, leaks its address, or is taken for another type (S22, S23). `proxy.ts` adds their policy. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Frame-Options', value: 'DENY' },
]

/** The bundle is no page: opened as one it does nothing. */
const bundlePolicy = { key: 'Content-Security-Policy', value: "default-src 'none'; frame-ancestors 'none'" }

/** What our own handlers serve says its headers itself, the same on either mount. */
const ownPaths = 'v1|a2a|mcp|slack|\\.well-known|healthz|readyz|metrics|openapi\\.json'

const config: NextConfig = {
  headers: async () => [
    { source: `/((?!(?:${ownPaths})(?:/|$)).*)`, headers: securityHeaders },
    { source: '/_next/:path*', headers: [bundlePolicy] },
  ],
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
