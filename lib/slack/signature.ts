import { createHmac } from 'node:crypto'
import { InteractionError } from '@/lib/interactions/errors'
import { isSameSecret } from '@/lib/services/secrets'

const toleranceSeconds = 300

/**
 * Whether Slack sent exactly these bytes, just now: HMAC-SHA256 over version, time and body by the app's signing secret.
 * @param nowMs UTC milliseconds
 * @throws unauthenticated when a header is absent; invalid_credentials when it is old, or anything was altered
 */
export function assertSigned(headers: Headers, body: Uint8Array, signingSecret: string, nowMs: number): void {
  const signature = headers.get('X-Slack-Signature')
  const timestamp = headers.get('X-Slack-Request-Timestamp')
  if (signature === null || timestamp === null) {
    throw new InteractionError('unauthenticated', 'Only Slack calls here, and signs what it sends.')
  }
  const isFresh = /^\d{1,12}$/.test(timestamp) && Math.abs(nowMs / 1_000 - Number(timestamp)) <= toleranceSeconds
  const wanted = `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body).digest('hex')}`
  if (!isSameSecret(signature, wanted) || !isFresh) {
    throw new InteractionError('invalid_credentials', 'The signature is not that of this request, or not of now.')
  }
}
