const warningMs = 10 * 60_000

/** When a snoozed item comes back, in UTC milliseconds: as asked, but ten minutes before it runs out, or after half of what is left. */
export function wakeAtMs(expiresAt: string | null, untilMs: number, nowMs: number): number {
  if (expiresAt === null) return untilMs
  const leftMs = Date.parse(expiresAt) - nowMs
  return Math.min(untilMs, nowMs + leftMs - Math.min(warningMs, leftMs / 2))
}
