import { expect, test } from 'vitest'
import { spanOf } from './span'

test.each([
  [0, '0 millisecond'],
  [840, '840 millisecond'],
  [1_999, '1 second'],
  [250_000, '4 minute 10 second'],
  [3_600_000, '1 hour'],
  [26 * 3_600_000 + 59_000, '1 day 2 hour'],
])('%d ms is %s', (ms, text) => {
  expect(
    spanOf(ms)
      .map(({ unit, count }) => `${count} ${unit}`)
      .join(' '),
  ).toBe(text)
})
