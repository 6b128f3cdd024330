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
