export const timeZoneCookie = 'vestra-time-zone'

/** The zone of this browser. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone a cookie names, if there is such a zone. */
export function readTimeZone(value: string | undefined): string | null {
  if (value === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
