import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { addressOf } from './address'

function incoming(header?: string | string[]) {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header }
  return { headers, socket: { remoteAddress: '10.0.0.7' } } as unknown as IncomingMessage
}

test('a caller may not name its own address', () => {
  expect(addressOf(incoming('203.0.113.9'), false)).toBe('10.0.0.7')
  expect(addressOf(incoming(), false)).toBe('10.0.0.7')
})

test('a proxy that is vouched for names it, last in the line', () => {
  expect(addressOf(incoming('203.0.113.9'), true)).toBe('203.0.113.9')
  expect(addressOf(incoming('198.51.100.1, 203.0.113.9'), true)).toBe('203.0.113.9')
  expect(addressOf(incoming(['198.51.100.1', '203.0.113.9']), true)).toBe('203.0.113.9')
  expect(addressOf(incoming(), true)).toBe('10.0.0.7')
  expect(addressOf(incoming(' '), true)).toBe('10.0.0.7')
})
