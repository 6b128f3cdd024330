import { describe, expect, it } from 'vitest'
import type { Interaction } from '@/lib/interactions/interaction'
import { refreshHead } from './refresh-head'

/** Items by their minute of opening, newest first. */
const page = (minutes: number[], next_cursor: string | null) => ({
  data: minutes.map(
    (minute) => ({ id: `int_${minute}`, created_at: `2030-01-01T00:${minute}:00.000Z` }) as Interaction,
  ),
  next_cursor,
  asOfMs: 0,
})
const long = {
  pages: [page([39, 38, 37], 'a'), page([36, 35], 'b'), page([34, 33], 'c')],
  pageParams: [null, { cursor: 'a', asOfMs: 0 }, { cursor: 'b', asOfMs: 0 }],
}
const minutesOf = (pages: ReturnType<typeof refreshHead>) =>
  pages?.pages.map(({ data }) => data.map(({ id }) => Number(id.slice(4))))
const ended = (...minutes: number[]) => new Set(minutes.map((minute) => `int_${minute}`))

describe('the head of a long list, read anew', () => {
  it('what is new comes first, and nothing is lost between it and the rest', () => {
    const refreshed = refreshHead(long, page([41, 40, 39], 'x'), ended())
    expect(minutesOf(refreshed)).toEqual([
      [41, 40, 39, 38, 37],
      [36, 35],
      [34, 33],
    ])
    expect(refreshed?.pages.map(({ next_cursor }) => next_cursor)).toEqual(['a', 'b', 'c'])
    expect(refreshed?.pageParams).toEqual(long.pageParams)
  })

  it('what is no longer in the head has ended, and so has what is said to have', () => {
    expect(minutesOf(refreshHead(long, page([39, 37, 36], 'x'), ended(34)))).toEqual([[39, 37, 36], [35], [33]])
  })

  it('a page without a change stays the same object', () => {
    expect(refreshHead(long, page([40, 39, 38], 'x'), ended())?.pages[2]).toBe(long.pages[2])
  })

  it('a head that is the whole list is the list', () => {
    expect(minutesOf(refreshHead(long, page([39, 38], null), ended()))).toEqual([[39, 38]])
  })

  it('a head that does not reach what is known is not joined to it', () => {
    expect(refreshHead(long, page([59, 58, 57], 'x'), ended())).toBeNull()
  })
})
