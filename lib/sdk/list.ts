export interface Page<T> {
  data: T[]
  next_cursor: string | null
}

/** Await it for one page, or iterate it for every item of every page. */
export type List<T> = Promise<Page<T>> & AsyncIterable<T>

export function listPages<T>(cursor: string | undefined, read: (cursor?: string) => Promise<Page<T>>): List<T> {
  const first = read(cursor)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      let page = await first
      yield* page.data
      while (page.next_cursor !== null) {
        page = await read(page.next_cursor)
        yield* page.data
      }
    },
  })
}
