import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '@/lib/interactions/item'
import type { ApiKey, Scope } from '@/lib/store/keys'
import { auditEntry, type Ctx, newId } from './context'
import { sha256 } from './secrets'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 34
const checksumLength = 6

function toBase62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text
  return text
}

const checksumOf = (body: string) => toBase62(crc32(body), checksumLength)

/** `vk_test_` or `vk_live_`, 34 random base62 characters and 6 of checksum (C34, D18.15). */
export function makeKeySecret(mode: Mode): string {
  const random = Array.from({ length: randomLength }, () => alphabet[randomInt(62)]).join('')
  return `vk_${mode}_${random}${checksumOf(random)}`
}

/** Whether a text can be one of our keys at all; a typo is caught before the store is asked. */
export function isWellFormedKey(secret: string): boolean {
  const [, random, checksum] = secret.match(/^vk_(?:test|live)_([0-9A-Za-z]{34})([0-9A-Za-z]{6})$/) ?? []
  return random !== undefined && checksum === checksumOf(random)
}

export interface KeyRequest {
  name: string
  scope: Scope
  mode: Mode
  agent: string | null
  expiresAtMs: number | null
}

/** Makes a key (K35, D11). @returns the secret, which exists nowhere else afterwards */
export async function createKey(ctx: Ctx, request: KeyRequest): Promise<{ key: ApiKey; secret: string }> {
  const id = newId('key')
  const secret = makeKeySecret(request.mode)
  const key: ApiKey = {
    id,
    last4: secret.slice(-4),
    ...request,
    createdAtMs: ctx.app.store.nowMs(),
    revokedAtMs: null,
    lastUsedAtMs: null,
  }
  await ctx.app.store.createKey(
    key,
    sha256(secret),
    auditEntry(ctx, 'key.created', { key: id, name: request.name, scope: request.scope, mode: request.mode }),
  )
  return { key, secret }
}
