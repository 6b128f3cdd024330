import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { deriveSecrets, isSameSecret, sha256 } from './secrets'

verifies('D19.12 C13', 'each purpose and each deployment signs with a key of its own', () => {
  const [one, same, other] = [deriveSecrets('root'), deriveSecrets('root'), deriveSecrets('another')]
  expect(one.hmac('cursor', 'text')).toBe(same.hmac('cursor', 'text'))
  const signatures = [
    one.hmac('cursor', 'text'),
    one.hmac('content', 'text'),
    one.hmac('arguments', 'text'),
    one.hmac('cursor', 'texT'),
    other.hmac('cursor', 'text'),
    sha256('text'),
  ]
  expect(new Set(signatures).size).toBe(signatures.length)
  for (const signature of signatures) expect(signature).toMatch(/^[0-9a-f]{64}$/)
})

test('a hash is SHA-256 over UTF-8', () => {
  expect(sha256('é')).toBe(
    createHash('sha256')
      .update(Buffer.from([0xc3, 0xa9]))
      .digest('hex'),
  )
})

verifies('A12', 'secrets are the same only when every character is, whatever their lengths', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true)
  for (const other of ['', 'ab', 'abcd', 'abC', ' abc', 'abc\u0000']) expect(isSameSecret('abc', other)).toBe(false)
})
