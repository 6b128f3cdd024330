import type { App } from './context'
import { frameLifeMs } from './read-interactions'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Forgets what is no longer kept: frames 24 h after the end, keys of repeats 24 h, events 7 days, deliveries and notices 30 (A32, A33, C12, C18, K23). */
export async function forgetOld(app: App): Promise<void> {
  const nowMs = app.store.nowMs()
  const retention = {
    nowMs,
    framesBeforeMs: nowMs - frameLifeMs,
    idempotencyBeforeMs: nowMs - dayMs,
    eventsBeforeMs: nowMs - 7 * dayMs,
    deliveriesBeforeMs: nowMs - 30 * dayMs,
    noticesBeforeMs: nowMs - 30 * dayMs,
  }
  while (!app.shutdown.aborted && (await app.store.forget(retention))) {
    // Each round is one short transaction, so that nobody waits behind a large clean-up.
  }
}

/** Remembers the names of what was opened before names were remembered (S29): once for a store, a batch at a time. */
export async function adoptNames({ store, shutdown }: App): Promise<void> {
  while (!shutdown.aborted && (await store.adoptNames())) {
    // As above: one short transaction after another.
  }
}
