/** A path of ours, from an address that anybody may have written; the inbox where it is anything else. */
export function toOwnPath(next: string | string[] | undefined): string {
  const path = Array.isArray(next) ? next[0] : next
  if (path === undefined || !path.startsWith('/')) return '/'
  const base = 'http://own.invalid'
  if (!URL.canParse(path, base)) return '/'
  const url = new URL(path, base)
  return url.origin === base ? url.pathname + url.search : '/'
}
