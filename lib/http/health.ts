import type { App } from '@/lib/services/context'

const json = (status: number, value: unknown) =>
  Response.json(value, { status, headers: { 'Cache-Control': 'no-store' } })

/** The process is up (D12). */
export function healthz(): Response {
  return json(200, { status: 'ok' })
}

/** The store answers, its migrations are applied, and the server is not about to end (D12). */
export async function readyz(app: App): Promise<Response> {
  if (app.shutdown.aborted) return json(503, { status: 'ending' })
  try {
    await app.store.ping()
    const pending = await app.store.pendingMigrations()
    return pending.length === 0 ? json(200, { status: 'ready' }) : json(503, { status: 'migrations pending', pending })
  } catch (error) {
    app.log.error({ err: error }, 'not ready')
    return json(503, { status: 'the store does not answer' })
  }
}
