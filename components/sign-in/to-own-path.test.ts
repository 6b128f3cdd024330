import { expect, it } from 'vitest'
import { toOwnPath } from './to-own-path'

it.each([
  ['/inbox/int_1?status=resolved', '/inbox/int_1?status=resolved'],
  [['/a', '/b'], '/a'],
  [undefined, '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['javascript:alert(1)', '/'],
])('%j leads to %s', (next, path) => {
  expect(toOwnPath(next)).toBe(path)
})
