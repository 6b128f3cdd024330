export const statuses = ['pending', 'resolved', 'cancelled', 'expired'] as const
export type Status = (typeof statuses)[number]

export const decisions = ['approved', 'denied', 'answered', 'cancelled', 'expired'] as const
export type Decision = (typeof decisions)[number]

/** Which status a decision puts an item in (R56). */
export const statusOf = {
  approved: 'resolved',
  denied: 'resolved',
  answered: 'resolved',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<Decision, Status>

/** The error that a change to an ended item gets (contract A16). */
export const endedCode = {
  resolved: 'already_resolved',
  cancelled: 'already_cancelled',
  expired: 'expired',
} as const satisfies Record<Exclude<Status, 'pending'>, string>

/** Expiry is a fact of the clock, not of a job: a pending item past its time is expired (contract A35). */
export function isOverdue(item: { status: Status; expiresAtMs: number | null }, nowMs: number): boolean {
  return item.status === 'pending' && item.expiresAtMs !== null && item.expiresAtMs <= nowMs
}
