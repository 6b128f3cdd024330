import http from 'node:http'
import https from 'node:https'
import { Webhook } from 'standardwebhooks'
import type { WebhookDelivery, WebhookEndpoint } from '@/lib/store/webhooks'
import { faultOfUrl, type Resolve, safeLookup } from './address-guard'
import { type App, auditEntry, systemContext } from './context'

const minute = 60_000
const hour = 60 * minute

/** How long after each failed try the next one comes; after the last it is given up (C20). */
const retryDelaysMs = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
const jitter = 0.2
const longestPauseMs = 24 * hour
const patienceMs = 5 * 24 * hour
const timeoutMs = 15_000
/** Longer than a try can take: when a claim runs out, its worker is gone. */
const leaseMs = 30_000
const keptErrorLength = 300
const drainLimit = 64 * 1024

const maxParallel = 20
const maxPerEndpoint = 10

/** What the tests put in the place of the world. */
export interface SendingOptions {
  nowMs?: () => number
  random?: () => number
  resolve?: Resolve
}

/** When to try again after so many failed tries, or null to give it up. */
export function nextTryAt(failedTries: number, nowMs: number, random: () => number): number | null {
  const delayMs = retryDelaysMs[failedTries - 1]
  return delayMs === undefined ? null : nowMs + Math.round(delayMs * (1 + random() * jitter))
}

/** The moment that a `Retry-After` names, in seconds or as a date; null when it says nothing of use. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  const atMs = /^\d{1,9}$/.test(header.trim()) ? nowMs + Number(header) * 1000 : Date.parse(header)
  return atMs > nowMs ? Math.min(atMs, nowMs + longestPauseMs) : null
}

export type Sent = { status: number; retryAfter: string | undefined } | { error: string }

/** Sends what is due: many at once, but few to each endpoint, and one at a time to an endpoint that fails. */
export class WebhookSender {
  readonly #app: App
  readonly #onFree: () => void
  readonly #nowMs: () => number
  readonly #random: () => number
  readonly #resolve: Resolve | undefined
  readonly #sends = new Map<Promise<void>, AbortController>()
  readonly #sendsTo = new Map<string, number>()
  readonly #lastServed = new Map<string, number>()
  #served = 0
  #isStopping = false

  /** @param onFree called when a send is over and another may begin */
  constructor(app: App, options: SendingOptions = {}, onFree = () => {}) {
    this.#app = app
    this.#onFree = onFree
    this.#nowMs = options.nowMs ?? app.store.nowMs
    this.#random = options.random ?? Math.random
    this.#resolve = options.resolve
  }

  /** Claims as much of what is due as there is room for, and begins to send it. Whoever waited longest goes first. */
  async fill(): Promise<void> {
    const { webhooks } = this.#app.store
    if (this.#sends.size >= maxParallel) return
    const due = await webhooks.listDue(this.#nowMs())
    const lastServed = (endpoint: WebhookEndpoint) => this.#lastServed.get(endpoint.id) ?? 0
    for (const endpoint of due.sort((a, b) => lastServed(a) - lastServed(b))) {
      const perEndpoint = endpoint.failingSinceMs === null ? maxPerEndpoint : 1
      const room = Math.min(maxParallel - this.#sends.size, perEndpoint - (this.#sendsTo.get(endpoint.id) ?? 0))
      if (room <= 0) continue
      this.#lastServed.set(endpoint.id, ++this.#served)
      const nowMs = this.#nowMs()
      for (const delivery of await webhooks.claim(endpoint.id, nowMs, nowMs + leaseMs, room)) {
        this.#begin(endpoint, delivery)
      }
    }
  }

  /** Resolves once nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#sends.size > 0) await Promise.all(this.#sends.keys())
  }

  /** Gives what is being sent a moment to end, and lets others have the rest. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    const timer = setTimeout(() => {
      for (const ending of this.#sends.values()) ending.abort()
    }, graceMs)
    await this.idle()
    clearTimeout(timer)
  }

  #begin(endpoint: WebhookEndpoint, delivery: WebhookDelivery) {
    const ending = new AbortController()
    this.#sendsTo.set(endpoint.id, (this.#sendsTo.get(endpoint.id) ?? 0) + 1)
    const send = this.#deliver(endpoint, delivery, ending.signal)
      // What could not be recorded is sent again when the claim has run out.
      .catch((error) => this.#app.log.error({ err: error, delivery: delivery.id }, 'webhook try not recorded'))
      .finally(() => {
        this.#sends.delete(send)
        const left = (this.#sendsTo.get(endpoint.id) ?? 1) - 1
        if (left > 0) this.#sendsTo.set(endpoint.id, left)
        else this.#sendsTo.delete(endpoint.id)
        this.#onFree()
      })
    this.#sends.set(send, ending)
  }

  async #deliver(endpoint: WebhookEndpoint, delivery: WebhookDelivery, signal: AbortSignal): Promise<void> {
    const { webhooks } = this.#app.store
    const sent = await this.#send(endpoint, delivery, signal)
    if ('error' in sent && this.#isStopping && signal.aborted) return webhooks.release(delivery)
    if ('status' in sent && sent.status >= 200 && sent.status <= 299) {
      this.#app.metrics?.delivery('delivered')
      return webhooks.recordSuccess(delivery, sent.status, this.#nowMs())
    }
    await this.#fail(endpoint, delivery, sent)
  }

  async #send(endpoint: WebhookEndpoint, delivery: WebhookDelivery, signal: AbortSignal): Promise<Sent> {
    const rules = { allowPrivate: this.#app.config.webhookAllowPrivate, httpsOnly: endpoint.mode === 'live' }
    const fault = faultOfUrl(endpoint.url, rules)
    if (fault) return { error: `The address ${fault}.` }
    try {
      const headers = this.#headersOf(endpoint, delivery)
      const lookup = safeLookup(rules, this.#resolve)
      return await post(new URL(endpoint.url), { headers, lookup, signal }, delivery.body)
    } catch (error) {
      return { error: messageOf(error).slice(0, keptErrorLength) }
    }
  }

  /** Standard Webhooks: the time of this try, and a signature by each secret that counts (C19). */
  #headersOf(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Record<string, string> {
    const at = new Date(this.#nowMs())
    const secrets = [endpoint.secretSealed]
    if (endpoint.oldSecretSealed !== null && (endpoint.oldSecretUntilMs ?? 0) > at.getTime()) {
      secrets.push(endpoint.oldSecretSealed)
    }
    const sign = (sealed: string) =>
      new Webhook(this.#app.secrets.unseal(sealed)).sign(delivery.eventId, at, delivery.body)
    return {
      'Content-Type': 'application/json',
      'User-Agent': 'Vestra-Inbox',
      'webhook-id': delivery.eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map(sign).join(' '),
    }
  }

  async #fail(endpoint: WebhookEndpoint, delivery: WebhookDelivery, sent: Sent): Promise<void> {
    const { log, store } = this.#app
    const nowMs = this.#nowMs()
    const status = 'status' in sent ? sent.status : null
    const isBusy = 'status' in sent && (status === 429 || status === 503)
    const pausedUntilMs = isBusy ? readRetryAfter(sent.retryAfter, nowMs) : null
    const scheduledMs = nextTryAt(delivery.tries + 1, nowMs, this.#random)
    const reason = await store.webhooks.recordFailure({
      delivery,
      status,
      error: 'error' in sent ? sent.error : explain(sent.status),
      nextTryAtMs: scheduledMs === null ? null : Math.max(scheduledMs, pausedUntilMs ?? 0),
      pausedUntilMs,
      isGone: status === 410,
      patienceSinceMs: nowMs - patienceMs,
      nowMs,
      audit: (why) =>
        auditEntry(systemContext(this.#app, endpoint.mode), 'webhook.disabled', { endpoint: endpoint.id, reason: why }),
    })
    this.#app.metrics?.delivery(scheduledMs === null || reason !== null ? 'failed' : 'retried')
    if (reason !== null) log.warn({ endpoint: endpoint.id, reason }, 'webhook endpoint disabled')
  }
}

function explain(status: number): string {
  return status >= 300 && status <= 399
    ? `It answered ${status}; redirects are not followed.`
    : `It answered ${status}.`
}

/** Posts once, and follows nothing. What comes after the status is read a little and dropped. */
export function post(
  url: URL,
  options: Required<Pick<https.RequestOptions, 'headers' | 'lookup'>> & { signal: AbortSignal },
  body: string | Uint8Array,
): Promise<Sent> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const { request: open } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const headers = { ...options.headers, 'Content-Length': bytes.length }
    const request = open(url, { ...options, headers, method: 'POST', agent: false })
    const timer = setTimeout(() => request.destroy(new Error('There was no answer within 15 seconds.')), timeoutMs)
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > drainLimit) request.destroy()
      })
      response.on('error', () => {})
    })
    request.on('error', reject)
    request.on('close', () => clearTimeout(timer))
    request.end(bytes)
  })
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
