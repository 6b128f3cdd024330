import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signing keys of the deployment, each derived for one purpose from a secret that the store keeps. */
export interface Secrets {
  hmac(purpose: 'cursor' | 'content' | 'arguments', text: string): string
}

export function deriveSecrets(root: string): Secrets {
  const keys = new Map<string, Buffer>()
  return {
    hmac(purpose, text) {
      let key = keys.get(purpose)
      if (!key) {
        key = Buffer.from(hkdfSync('sha256', root, '', `vestra ${purpose}`, 32))
        keys.set(purpose, key)
      }
      return createHmac('sha256', key).update(text).digest('hex')
    },
  }
}

export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Compares in a time that tells nothing of where the texts differ. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
