import { keepFormats } from './keep-formats'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const dateFormat = keepFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)

export interface Distance {
  direction: 'in' | 'ago'
  unit: 'second' | 'minute' | 'hour' | 'day'
  count: number
}

/** How far a moment is away, in the largest unit that fits. Rounded down: nobody is promised a minute that is not there. */
export function distanceTo(atMs: number, nowMs: number): Distance {
  const distanceMs = Math.abs(atMs - nowMs)
  const direction = atMs < nowMs ? 'ago' : 'in'
  const of = (unit: Distance['unit'], unitMs: number) =>
    ({ direction, unit, count: Math.floor(distanceMs / unitMs) }) as const
  if (distanceMs < minuteMs) return of('second', 1000)
  if (distanceMs < hourMs) return of('minute', minuteMs)
  if (distanceMs < 2 * dayMs) return of('hour', hourMs)
  return of('day', dayMs)
}

function isSameDay(a: number, b: number, locale: string, timeZone: string): boolean {
  const day = dateFormat(locale, { dateStyle: 'short', timeZone })
  return day.format(a) === day.format(b)
}

/** "14:05" today, "3 Mar, 14:05" on another day. */
export function formatClock(atMs: number, nowMs: number, locale: string, timeZone: string): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const
  const date = isSameDay(atMs, nowMs, locale, timeZone) ? {} : ({ day: 'numeric', month: 'short' } as const)
  return dateFormat(locale, { ...time, ...date }).format(atMs)
}

/** "CET", or "GMT+5:30" where a language has no name for it. */
export function formatZone(atMs: number, locale: string, timeZone: string): string {
  const parts = dateFormat(locale, { timeZoneName: 'short', timeZone }).formatToParts(atMs)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** "3 March 2027 at 14:05:22 CET", for the record. */
export function formatExact(atMs: number, locale: string, timeZone: string): string {
  return dateFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).format(atMs)
}
