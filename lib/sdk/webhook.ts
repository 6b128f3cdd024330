import type { EventType } from './events'
import { parse } from './request'
import type { Interaction } from './types'

/** What a webhook brings. Delivery is at least once: keep the id of what you have handled. */
export interface WebhookEvent {
  id: string
  type: EventType
  timestamp: string
  data: Interaction
}

/** The request is not from your inbox, or too old: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

export interface VerifyWebhookOptions {
  /** The endpoint's secret, `whsec_…`. */
  secret: string
  /** How old or how early it may be. */
  toleranceSeconds?: number | undefined
  nowMs?: number | undefined
}

const defaultToleranceSeconds = 300

/**
 * Checks a webhook's signature (Standard Webhooks) over the body as it arrived, and reads it.
 * @param body the raw text of the request, before any parsing
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  { secret, toleranceSeconds = defaultToleranceSeconds, nowMs = Date.now() }: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('The webhook is too old or too early.')
  }
  const key = await importKey(secret)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    const bytes = version === 'v1' ? fromBase64(value) : null
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return readEvent(id, body)
  }
  throw new WebhookVerificationError('No signature of the webhook is right.')
}

function readEvent(id: string, body: string): WebhookEvent {
  const event = parse(body) as Omit<WebhookEvent, 'id'> | undefined
  if (typeof event !== 'object' || event === null) throw new WebhookVerificationError('The webhook is no JSON object.')
  return { ...event, id }
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof found === 'string' && found !== '') return found
  throw new WebhookVerificationError(`The header ${name} is missing.`)
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null
  if (!bytes) throw new WebhookVerificationError('The secret must begin with whsec_ and be base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
