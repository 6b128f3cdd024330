/** Ages that a list can be narrowed to, as the address has them. */
export const ages = ['under_hour', 'under_day', 'under_week', 'over_hour', 'over_day', 'over_week'] as const
export type Age = (typeof ages)[number]

const hourMs = 3_600_000

const bounds: Record<Age, { isOver: boolean; ms: number }> = {
  under_hour: { isOver: false, ms: hourMs },
  under_day: { isOver: false, ms: 24 * hourMs },
  under_week: { isOver: false, ms: 7 * 24 * hourMs },
  over_hour: { isOver: true, ms: hourMs },
  over_day: { isOver: true, ms: 24 * hourMs },
  over_week: { isOver: true, ms: 7 * 24 * hourMs },
}

const isGiven = (time: string | undefined) => time !== undefined

/** ISO times, as `toISOString` writes them. */
interface Times {
  created_after?: string | undefined
  created_before?: string | undefined
}

/**
 * The times of opening that an age stands for, beside those that are asked for anyway.
 * @param asOfMs what it is counted back from, in UTC milliseconds
 */
export function withAge({ created_after, created_before }: Times, age: Age | undefined, asOfMs: number): Times {
  const bound = age && { ...bounds[age], time: new Date(asOfMs - bounds[age].ms).toISOString() }
  const [after] = [created_after, bound && !bound.isOver ? bound.time : undefined].filter(isGiven).sort().reverse()
  const [before] = [created_before, bound?.isOver ? bound.time : undefined].filter(isGiven).sort()
  return { ...(after && { created_after: after }), ...(before && { created_before: before }) }
}
