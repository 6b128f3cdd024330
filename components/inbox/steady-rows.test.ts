import { describe, expect, it } from 'vitest'
import type { Interaction } from '@/lib/interactions/interaction'
import { holdRows, type SteadyRows, settleRows } from './steady-rows'

const items = (...ids: string[]) => ids.map((id) => ({ id }) as Interaction)
const drawn = ({ rows, waiting }: SteadyRows) => ({
  rows: rows.map(({ item, isGone }) => (isGone ? `(${item.id})` : item.id)),
  waiting: waiting.map((item) => item.id),
})
const shown = (...ids: string[]) => settleRows(items(...ids)).rows

describe('rows while somebody is at the list', () => {
  it('a new item above moves nothing and waits', () => {
    expect(drawn(holdRows(shown('b', 'a'), items('c', 'b', 'a'), false))).toEqual({ rows: ['b', 'a'], waiting: ['c'] })
  })

  it('an item that is gone stays in its place', () => {
    expect(drawn(holdRows(shown('c', 'b', 'a'), items('c', 'a'), false))).toEqual({
      rows: ['c', '(b)', 'a'],
      waiting: [],
    })
  })

  it('an item that comes back is no longer gone', () => {
    const gone = holdRows(shown('b', 'a'), items('a'), false).rows
    expect(drawn(holdRows(gone, items('b', 'a'), false))).toEqual({ rows: ['b', 'a'], waiting: [] })
  })

  it('another page is added below', () => {
    expect(drawn(holdRows(shown('d', 'c'), items('d', 'c', 'b', 'a'), false))).toEqual({
      rows: ['d', 'c', 'b', 'a'],
      waiting: [],
    })
  })

  it('another page leaves the rows that are there as they are', () => {
    const read = items('d', 'c')
    const { rows } = settleRows(read)
    const more = holdRows(rows, [...read, ...items('b')], true)
    expect(drawn(more)).toEqual({ rows: ['d', 'c', 'b'], waiting: [] })
    expect(more.rows.slice(0, 2).every((row, index) => row === rows[index])).toBe(true)
    const [, ...withoutFirst] = read
    expect(drawn(holdRows(more.rows, withoutFirst, true)).rows).toEqual(['(d)', 'c'])
  })

  it('a row that is not read any more is not called gone', () => {
    expect(drawn(holdRows(shown('d', 'c', 'b', 'a'), items('d', 'c'), true))).toEqual({ rows: ['d', 'c'], waiting: [] })
    expect(drawn(holdRows(shown('d', 'c', 'b', 'a'), items('d', 'b'), true)).rows).toEqual(['d', '(c)', 'b'])
  })

  it('when all of them are gone, what is new still waits', () => {
    expect(drawn(holdRows(shown('b', 'a'), items('c'), false))).toEqual({ rows: ['(b)', '(a)'], waiting: ['c'] })
  })
})
