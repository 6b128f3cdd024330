import { describe, expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { wakeAtMs } from './wake-at'

const nowMs = Date.UTC(2030, 0, 1)
const minutes = (count: number) => nowMs + count * 60_000
const expiring = (count: number) => new Date(minutes(count)).toISOString()

describe('a snoozed item comes back', () => {
  verifies('L5', 'when it was asked to', () => {
    expect(wakeAtMs(null, minutes(60), nowMs)).toBe(minutes(60))
    expect(wakeAtMs(expiring(600), minutes(60), nowMs)).toBe(minutes(60))
  })

  verifies('L5', 'before it runs out', () => {
    expect(wakeAtMs(expiring(61), minutes(60), nowMs)).toBe(minutes(51))
    expect(wakeAtMs(expiring(30), minutes(60), nowMs)).toBe(minutes(20))
    expect(wakeAtMs(expiring(10), minutes(60), nowMs)).toBe(minutes(5))
  })
})
