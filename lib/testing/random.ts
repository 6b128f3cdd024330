/** From 0 to below 1, as `Math.random`. */
export type Random = () => number

/** The same numbers for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomFrom<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined && values.length === 0) throw new Error('there is nothing to choose from')
  return value as T
}

export const chance = (random: Random, probability: number) => random() < probability
