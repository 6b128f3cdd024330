import { type Command, queryOne, statement } from './sql'

const keptWindows = 2

/** Adds requests of a credential to its window. @returns how many all instances counted in it */
export function* addRequests(
  credential: string,
  windowStartMs: number,
  count: number,
  windowMs: number,
): Command<number> {
  const row = yield* queryOne(
    `INSERT INTO rate_window (credential, window_start, count) VALUES (?, ?, ?)
     ON CONFLICT (credential, window_start) DO UPDATE SET count = rate_window.count + excluded.count RETURNING count`,
    credential,
    windowStartMs,
    count,
  )
  yield [
    statement(
      'DELETE FROM rate_window WHERE credential = ? AND window_start < ?',
      credential,
      windowStartMs - keptWindows * windowMs,
    ),
  ]
  return Number(row?.count)
}

/**
 * Counts one more act of a person in a sliding window, unless the window is full. Exact over all instances: the row at 0
 * is taken first, and makes them wait for each other.
 * @returns null where it was counted, else the time of the oldest act in the window, UTC milliseconds
 */
export function* takeTurn(
  person: string,
  nowMs: number,
  { max, windowMs }: { max: number; windowMs: number },
): Command<number | null> {
  yield [
    statement(
      `INSERT INTO rate_window (credential, window_start, count) VALUES (?, 0, 1)
       ON CONFLICT (credential, window_start) DO UPDATE SET count = rate_window.count + 1`,
      person,
    ),
    statement(
      'DELETE FROM rate_window WHERE credential = ? AND window_start > 0 AND window_start <= ?',
      person,
      nowMs - windowMs,
    ),
  ]
  const row = yield* queryOne(
    'SELECT SUM(count) AS acts, MIN(window_start) AS oldest FROM rate_window WHERE credential = ? AND window_start > 0',
    person,
  )
  if (Number(row?.acts ?? 0) >= max) return Number(row?.oldest)
  yield [
    statement(
      `INSERT INTO rate_window (credential, window_start, count) VALUES (?, ?, 1)
       ON CONFLICT (credential, window_start) DO UPDATE SET count = rate_window.count + 1`,
      person,
      nowMs,
    ),
  ]
  return null
}
