import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Where an address leads: to the internet, inside somebody's network, or where no request of ours has any business. */
export type AddressKind = 'public' | 'private' | 'forbidden'

export interface AddressRules {
  /** Whether private, loopback and link-local addresses may be reached. Forbidden ones never may. */
  allowPrivate: boolean
}

/** The cloud providers' metadata services, this network, and what the IANA registries set aside. */
const forbidden4 = [
  '0.0.0.0/8',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.169.254/32',
  '169.254.170.0/24',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
const private4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
]
const forbidden6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', 'fd00:ec2::254/128', 'fd20:ce::254/128']
const private6 = ['::1/128', '64:ff9b:1::/48', 'fc00::/7', 'fe80::/10']

/** An IPv6 address that holds an IPv4 one leads where that one does: mapped, and translated (NAT64). */
const holdersOf4 = ['::ffff:', '64:ff9b::']
/** Of all other IPv6 addresses only global unicast leads to the internet. */
const public6 = ['2000::/3']

function blockList(ranges4: string[], ranges6: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges4) {
    const [base = '', bits] = range.split('/')
    list.addSubnet(base, Number(bits), 'ipv4')
    for (const holder of holdersOf4) list.addSubnet(`${holder}${base}`, 96 + Number(bits), 'ipv6')
  }
  for (const range of ranges6) {
    const [base = '', bits] = range.split('/')
    list.addSubnet(base, Number(bits), 'ipv6')
  }
  return list
}

const forbiddenList = blockList(forbidden4, forbidden6)
const privateList = blockList(private4, private6)
const publicList = blockList(['0.0.0.0/0'], public6)

/** The kind of an IP address, in any notation and with or without a zone. What is no address is forbidden. */
export function kindOfAddress(address: string): AddressKind {
  const [plain = ''] = address.split('%')
  const version = isIP(plain)
  if (version === 0) return 'forbidden'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (forbiddenList.check(plain, family)) return 'forbidden'
  if (privateList.check(plain, family)) return 'private'
  return publicList.check(plain, family) ? 'public' : 'forbidden'
}

function faultOfAddress(address: string, rules: AddressRules): string | null {
  const kind = kindOfAddress(address)
  if (kind === 'public' || (kind === 'private' && rules.allowPrivate)) return null
  return kind === 'private' ? 'a private address' : 'an address that is never called'
}

/**
 * What makes an address on the web unfit to be called, or null. It looks at what is written there alone; a name must
 * be resolved by `safeLookup` as well, when it is called.
 */
export function faultOfUrl(text: string, rules: AddressRules & { httpsOnly: boolean }): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/path'
  const url = new URL(text)
  if (url.protocol !== 'https:' && (rules.httpsOnly || url.protocol !== 'http:')) {
    return rules.httpsOnly ? 'must begin with https://' : 'must begin with https:// or http://'
  }
  if (url.username !== '' || url.password !== '') return 'must hold no user name or password'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const literal = host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : host
  const fault = isIP(literal) === 0 ? null : faultOfAddress(literal, rules)
  return fault && `must not lead to ${fault}`
}

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

/**
 * A `lookup` for `node:http`, `node:net` and others: the connection goes to an address that was checked, with no second
 * look-up in between. One bad address among several refuses them all.
 * A literal address is never looked up: check the URL by `faultOfUrl` too.
 */
export function safeLookup(
  rules: AddressRules,
  resolve: Resolve = (hostname) => lookup(hostname, { all: true }),
): LookupFunction {
  return (hostname, options, callback) => {
    const find = async () => {
      const found = await resolve(hostname)
      for (const { address } of found) {
        const fault = faultOfAddress(address, rules)
        if (fault) throw new Error(`${hostname} leads to ${address}, ${fault}`)
      }
      const [first] = found
      if (!first) throw new Error(`${hostname} leads nowhere`)
      return { found, first }
    }
    find().then(
      ({ found, first }) => (options.all ? callback(null, found) : callback(null, first.address, first.family)),
      (error) => callback(error, []),
    )
  }
}
