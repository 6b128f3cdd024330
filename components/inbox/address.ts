import { type Filters, readFilters, writeFilters } from './filters'

/** Where in the inbox somebody is: which list, and which item of it is open. */
export interface Address {
  id: string | null
  filters: Filters
}

const itemPath = /^\/inbox\/([^/]+)\/?$/

export function readAddress(pathname: string, params: URLSearchParams): Address {
  const id = itemPath.exec(pathname)?.[1]
  return { id: id === undefined ? null : decodeURIComponent(id), filters: readFilters(params) }
}

export function writeAddress({ id, filters }: Address): string {
  return `${id === null ? '/' : `/inbox/${encodeURIComponent(id)}`}${writeFilters(filters)}`
}
