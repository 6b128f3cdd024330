const units = [
  ['day', 24 * 3_600_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const

export interface SpanPart {
  unit: (typeof units)[number][0]
  count: number
}

/** A length of time in its largest unit and the next one, rounded down: 4 min 10 s. */
export function spanOf(ms: number): SpanPart[] {
  const first = units.findIndex(([, unitMs]) => ms >= unitMs)
  if (first === -1) return [{ unit: 'millisecond', count: 0 }]
  let restMs = Math.floor(ms)
  const parts = units.slice(first, first + 2).map(([unit, unitMs]) => {
    const count = Math.floor(restMs / unitMs)
    restMs -= count * unitMs
    return { unit, count }
  })
  return parts.filter(({ count, unit }, index) => index === 0 || (count > 0 && unit !== 'millisecond'))
}
