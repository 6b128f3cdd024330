import { createServer, type IncomingMessage } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import next from 'next'
import type { Config } from '@/lib/config'
import { handlerOf } from '@/lib/http/mount'
import { openApp, shareApp } from '@/lib/services/app'
import type { App } from '@/lib/services/context'
import { addressOf } from './address'
import { startDemo } from './demo'
import { startExpiry } from './expiry-worker'
import { announceFirstStart } from './first-start'
import { targetOf } from './front-door'
import { startNotices } from './notice-worker'
import { startPushes } from './push-worker'
import { startRemoteAgents } from './remote-worker'
import { startRetention } from './retention-worker'
import { startWebhooks } from './webhook-worker'

const graceMs = 1_000
/** Longer than the minute that proxies keep an idle connection, so that none is closed while it is sent a request. */
const keepAliveMs = 65_000

/** Why the server cannot start, for the person who starts it. */
export class StartError extends Error {}

/** Serves the API and the pages on one port until the process is told to end (D9, D16). */
export async function startServer(config: Config, options: { isDev: boolean; isDemo: boolean }): Promise<void> {
  const shutdown = new AbortController()
  // Next listens for upgrades, which only development has. Where nobody listens, a request that offers one is served as it
  // is; the clients of some languages offer HTTP/2 that way on every first request.
  const deaf = options.isDev ? {} : { httpServer: createServer() }
  const pages = next({ dev: options.isDev, dir: process.cwd(), port: config.port, ...deaf })
  const [app] = await Promise.all([openApp(config, shutdown.signal), pages.prepare()])
  shareApp(app)
  const servePage = pages.getRequestHandler()
  const serveApi = getRequestListener(apiFetch(app), { overrideGlobalObjects: false })

  const server = createServer({ joinDuplicateHeaders: true, keepAliveTimeout: keepAliveMs }, (incoming, outgoing) => {
    // Whatever the caller put there is overwritten.
    incoming.headers['x-vestra-address'] = addressOf(incoming, config.trustProxy) ?? 'unknown'
    const target = targetOf(incoming.url)
    if (target === null) return void outgoing.writeHead(400).end()
    incoming.url = target.url
    void (target.isOurs ? serveApi(incoming, outgoing) : servePage(incoming, outgoing))
  })
  const workers = [startExpiry(app), startRetention(app)]
  const senders = [startPushes(app), startWebhooks(app), startRemoteAgents(app), startNotices(app)]
  endOnSignal(async () => {
    shutdown.abort()
    for (const stop of workers) stop()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    await Promise.all([closed, ...senders.map((stop) => stop())])
    clearTimeout(force)
    await app.store.close()
  })
  await listen(server, config)
  console.log(`Vestra Inbox is ready at ${config.publicUrl}`)
  await announceFirstStart(app)
  if (options.isDemo) void startDemo(app)
}

function apiFetch(app: App) {
  return (request: Request, { incoming }: HttpBindings | Http2Bindings) => {
    const handler = handlerOf(new URL(request.url).pathname)
    if (!handler) return new Response(null, { status: 404 })
    return handler(app, request, { address: addressOf(incoming as IncomingMessage, app.config.trustProxy) })
  }
}

function listen(server: ReturnType<typeof createServer>, config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new StartError(`Port ${config.port} is taken. Set PORT to another one.`) : error,
      )
    })
    server.listen(config.port, config.host, resolve)
  })
}

function endOnSignal(end: () => Promise<void>) {
  let isEnding = false
  const onSignal = () => {
    if (isEnding) return
    isEnding = true
    end().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
