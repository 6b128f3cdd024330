import { toOwnPath } from './to-own-path'

const name = 'vestra-wanted'
const lifeMs = 3_600_000

/** Notes where somebody wanted to go before the sign-in, for the one-time link that opens in another tab. */
export function noteWantedPath(path: string) {
  window.localStorage.setItem(name, `${Date.now()} ${path}`)
}

/** Where this browser's person wanted to go within the last hour, once; else the inbox. */
export function takeWantedPath(): string {
  const noted = window.localStorage.getItem(name)
  window.localStorage.removeItem(name)
  const [, at, path] = noted?.match(/^(\d+) (.*)$/) ?? []
  return Date.now() - Number(at) < lifeMs ? toOwnPath(path) : '/'
}
