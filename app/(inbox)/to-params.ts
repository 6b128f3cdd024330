export type Search = Record<string, string | string[] | undefined>

/** A page's search parameters as the browser has them; of a repeated one the first. */
export function toParams(search: Search): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) params.set(name, first)
  }
  return params
}
