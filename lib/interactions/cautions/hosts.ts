import { parse } from 'tldts'

/** A host that a text names. */
export interface NamedHost {
  /** As it stands in the text. */
  said: string
  /** In ASCII, as browsers send it. */
  host: string
  /** The part that somebody registered, or the host itself where nobody can ("localhost"). */
  domain: string
  hasUserInfo: boolean
}

/** Beyond these a text is no longer read for them. */
const enough = 20

const address = /\b(?:https?|wss?):\/\/[^\s<>"'“”‘’«»)\]}]+/giu
const bareHost =
  /(?<![\p{L}\p{N}@./-])(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+\p{L}{2,24}(?![\p{L}\p{N}@-])/giu

/** The part of a host that somebody registered. */
function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: true }).domain ?? host
}

function fromAddress(text: string): NamedHost[] {
  const said = text.replace(/[.,;:!?]+$/, '')
  if (!URL.canParse(said)) return []
  const { hostname, username, password } = new URL(said)
  return [
    { said, host: hostname, domain: registrableDomain(hostname), hasUserInfo: username !== '' || password !== '' },
  ]
}

/** A name with dots is a host only under a suffix that is on the public list: "create_pull.request" is none. */
function fromBareHost(said: string): NamedHost[] {
  const url = `https://${said}`
  if (!URL.canParse(url)) return []
  const { hostname } = new URL(url)
  const { isIcann, domain } = parse(hostname)
  return isIcann && domain !== null ? [{ said, host: hostname, domain, hasUserInfo: false }] : []
}

function findAddresses(text: string): NamedHost[] {
  return [...text.matchAll(address)].slice(0, enough).flatMap(([found]) => fromAddress(found))
}

/** Every host that a text names, in an address or alone. */
export function hostsIn(text: string): NamedHost[] {
  const rest = text.replace(address, ' ')
  const bare = [...rest.matchAll(bareHost)].slice(0, enough)
  return [...findAddresses(text), ...bare.flatMap(([found]) => fromBareHost(found))]
}
