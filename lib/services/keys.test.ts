import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { isWellFormedKey, makeKeySecret } from './keys'

const secrets = Array.from({ length: 2_000 }, () => makeKeySecret('test'))

verifies('R2 C34 D18.15', 'a key is its mode, 34 random characters and 6 of checksum, all base62', () => {
  for (const secret of secrets) expect(secret).toMatch(/^vk_test_[0-9A-Za-z]{40}$/)
  expect(makeKeySecret('live')).toMatch(/^vk_live_[0-9A-Za-z]{40}$/)
  expect(new Set(secrets.map((secret) => secret.slice(8, 42))).size).toBe(secrets.length)
})

verifies('C34', 'every character of base62 comes up in every place', () => {
  for (const at of [8, 20, 41]) expect(new Set(secrets.map((secret) => secret[at])).size).toBe(62)
})

verifies('C34 B17', 'a key with one character wrong, missing or added is not well formed', () => {
  for (const secret of secrets.slice(0, 50)) {
    expect(isWellFormedKey(secret)).toBe(true)
    for (let at = 8; at < secret.length; at++) {
      const other = secret[at] === 'a' ? 'b' : 'a'
      expect(isWellFormedKey(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false)
    }
    const swapped = secret.slice(0, 10) + secret[11] + secret[10] + secret.slice(12)
    if (swapped !== secret) expect(isWellFormedKey(swapped)).toBe(false)
    for (const wrong of [
      secret.slice(0, -1),
      `${secret}0`,
      ` ${secret}`,
      `${secret}\n`,
      secret.replace('test', 'prod'),
    ]) {
      expect(isWellFormedKey(wrong)).toBe(false)
    }
  }
})
