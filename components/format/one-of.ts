/** The one of some names that a value is; undefined where it is none of them. */
export function oneOf<T extends string>(names: readonly T[], value: unknown): T | undefined {
  return names.find((name) => name === value)
}
