import type { Caution } from './caution'
import { hostsIn } from './hosts'
import { disguisedWord, isLatinInDisguise, mixedScriptWord } from './look-alike'
import { factsOf, type Shown } from './shown'

/** How a host in ASCII reads for people: `xn--…` decoded. Left to the caller, who has a decoder. */
export type ToUnicode = (host: string) => string

type Place = Caution['place']

function inName(place: Place, name: string): Caution[] {
  const mixed = mixedScriptWord(name) ?? disguisedWord(name)
  if (mixed !== null) return [{ code: 'mixed_script', place, said: mixed, fact: null }]
  return isLatinInDisguise(name) ? [{ code: 'look_alike', place, said: name, fact: null }] : []
}

function inHosts(place: Place, text: string, toUnicode: ToUnicode): Caution[] {
  return hostsIn(text).flatMap(({ host, said, hasUserInfo }): Caution[] => {
    const user: Caution[] = hasUserInfo ? [{ code: 'user_in_address', place, said, fact: host }] : []
    if (!host.split('.').some((label) => label.startsWith('xn--'))) return user
    const read = toUnicode(host)
    const odd = read.split('.').flatMap((label) => inName(place, label))
    return [...user, ...odd.slice(0, 1), { code: 'encoded_host', place, said: host, fact: read }]
  })
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

function inPage(url: string): Caution[] {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || loopback.test(hostname)
    ? []
    : [{ code: 'not_encrypted', place: 'page', said: url, fact: null }]
}

/** Names and hosts that may be taken for others (S25, S29). */
export function namesThatMislead(item: Shown, toUnicode: ToUnicode): Caution[] {
  const facts = factsOf(item)
  const names: [Place, string | null][] = [
    ['payee', facts.payee?.name ?? null],
    ['agent', item.agent],
    ['tool', facts.tool],
    ['server', facts.server],
    ['app', facts.app],
  ]
  const pageUrl = item.browser?.url ?? null
  const texts: [Place, string | null][] = [
    ['page', pageUrl],
    ['summary', item.summary],
    ['reason', facts.reason],
    ['server', facts.server],
    ...facts.rows.map(({ value }): [Place, string] => ['fact', value]),
  ]
  const given = (pairs: [Place, string | null][]) => pairs.filter((pair): pair is [Place, string] => pair[1] !== null)
  return [
    ...given(names).flatMap(([place, name]) => inName(place, name)),
    ...given(texts).flatMap(([place, text]) => inHosts(place, text, toUnicode)),
    ...(pageUrl !== null && URL.canParse(pageUrl) ? inPage(pageUrl) : []),
  ]
}
