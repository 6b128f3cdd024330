import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { decisions, endedCode, isOverdue, statuses, statusOf } from './status'

verifies('R56 R37', 'each decision belongs to one status, and each end has a decision', () => {
  expect(statusOf).toEqual({
    approved: 'resolved',
    denied: 'resolved',
    answered: 'resolved',
    cancelled: 'cancelled',
    expired: 'expired',
  })
  expect(Object.keys(statusOf)).toEqual(decisions)
  expect(new Set(['pending', ...Object.values(statusOf)])).toEqual(new Set(statuses))
})

verifies('A16', 'each end has its own error', () => {
  expect(endedCode).toEqual({ resolved: 'already_resolved', cancelled: 'already_cancelled', expired: 'expired' })
})

verifies('A35', 'a pending item is overdue from its very deadline on, an ended one or one without never', () => {
  const at = (status: (typeof statuses)[number], expiresAtMs: number | null) =>
    isOverdue({ status, expiresAtMs }, 1_000)
  expect([at('pending', 1_001), at('pending', 1_000), at('pending', 999), at('pending', null)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  for (const status of ['resolved', 'cancelled', 'expired'] as const) expect(at(status, 999)).toBe(false)
})
