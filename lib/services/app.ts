import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, readConfig } from '@/lib/config'
import { openStore, type Store } from '@/lib/store/store'
import { oauthConnector } from './connectors/oauth-connector'
import type { App } from './context'
import { makeLog } from './log'
import { makeMetrics } from './metrics'
import { RateLimit } from './rate-limit'
import { deriveSecrets } from './secrets'
import { WakeUps } from './wake-ups'

// Two bundles of this module may live in one process: Next's routes and the server's own. They share one app.
const slot = globalThis as { [key: symbol]: Promise<App> | undefined }
const key = Symbol.for('vestra.app')

/** Opens the store that the settings name and brings its tables up to date. */
export async function openConfiguredStore(config: Config, root = process.cwd()): Promise<Store> {
  if (!existsSync(path.join(root, 'prisma'))) {
    throw new ConfigError(`Run this in the folder of Vestra Inbox; ${root} is not it.`)
  }
  if (config.databaseUrl.startsWith('file:')) {
    mkdirSync(path.dirname(config.databaseUrl.slice('file:'.length)), { recursive: true, mode: 0o700 })
  }
  const store = await openStore({
    databaseUrl: config.databaseUrl,
    migrationsDir: path.join(root, 'prisma'),
    poolSize: config.databasePool,
  })
  await store.migrate()
  return store
}

/** Opens the store, and puts together what lives as long as the process. */
export async function openApp(config: Config, shutdown: AbortSignal, root = process.cwd()): Promise<App> {
  const store = await openConfiguredStore(config, root)
  await store.adoptEvents()
  // The first of them at once, which is all in a small store.
  await store.adoptNames()
  if (!(await store.notices.readFeed())) await store.notices.beginFeed(await store.eventEnd())
  const wakeUps = new WakeUps(store)
  const redirectUri = `${config.publicUrl}/connect/callback`
  return {
    config,
    store,
    secrets: deriveSecrets(await store.ensureSetting('server_secret', randomBytes(32).toString('base64url'))),
    wakeUps,
    rateLimit: new RateLimit(store, config.limits.requestsPerMinute, shutdown),
    connectors: new Map(
      [...config.connectors].map(([app, settings]) => [app, oauthConnector(settings, { redirectUri })]),
    ),
    log: makeLog(config.logLevel),
    metrics: config.metricsToken === null ? null : await makeMetrics(store, wakeUps),
    shutdown,
    instance: randomUUID(),
  }
}

/** Makes this the process's app. */
export function shareApp(app: App): void {
  slot[key] = Promise.resolve(app)
}

/** The process's app; opened on first use where no server of ours did it, as under `next dev`. */
export function currentApp(): Promise<App> {
  slot[key] ??= openApp(readConfig(), new AbortController().signal)
  return slot[key]
}
