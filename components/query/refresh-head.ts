import type { InfiniteData } from '@tanstack/react-query'
import type { Interaction } from '@/lib/interactions/interaction'
import type { ListPage, PageStart } from './list-page'

type Pages = InfiniteData<ListPage, PageStart>

const isOlder = (a: Interaction, b: Interaction) =>
  a.created_at === b.created_at ? a.id < b.id : a.created_at < b.created_at

/**
 * A long list with its first page read anew, and without what has ended meanwhile. Cursors are places in time, so the pages
 * below stay good.
 * @returns null when more came in than one page holds: then nobody knows what is between
 */
export function refreshHead(pages: Pages, head: ListPage, endedIds: ReadonlySet<string>): Pages | null {
  const last = head.data.at(-1)
  const first = pages.pages[0]
  const isJoined = head.next_cursor === null || first?.data.some(({ id }) => head.data.some((item) => item.id === id))
  if (!first || !last || !isJoined) return null
  if (head.next_cursor === null) return { pages: [head], pageParams: [null] }
  const headIds = new Set(head.data.map(({ id }) => id))
  const keep = (item: Interaction) => !endedIds.has(item.id) && !headIds.has(item.id) && isOlder(item, last)
  const [, ...below] = pages.pages
  return {
    pageParams: pages.pageParams,
    pages: [
      { ...first, data: [...head.data, ...first.data.filter(keep)] },
      ...below.map((page) => (page.data.every(keep) ? page : { ...page, data: page.data.filter(keep) })),
    ],
  }
}
