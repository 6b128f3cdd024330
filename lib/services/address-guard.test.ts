import http from 'node:http'
import { expect, test } from 'vitest'
import { startReceiver } from '@/lib/testing/receiver'
import { verifies } from '@/lib/testing/verifies'
import { faultOfUrl, kindOfAddress, type Resolve, safeLookup } from './address-guard'

const kinds = {
  public: [
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
  ],
  private: [
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '::1',
    '0:0:0:0:0:0:0:1',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '0:0:0:0:0:ffff:7f00:1',
    '::ffff:192.168.1.1',
    '::ffff:100.64.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
  ],
  forbidden: [
    '0.0.0.0',
    '0.1.2.3',
    '100.100.100.200',
    '168.63.129.16',
    '169.254.169.254',
    '169.254.170.2',
    '192.0.0.192',
    '192.0.2.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::ffff:0.0.0.0',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::169.254.169.254',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:0:8.8.8.8',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::',
    '3fff::1',
    '4000::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '',
    'localhost',
    '127.1',
    '8.8.8.8.8',
  ],
} as const

test.each(Object.entries(kinds).flatMap(([kind, list]) => list.map((address) => [address, kind] as const)))(
  'the address "%s" is %s',
  (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind)
  },
)

const rules = { allowPrivate: false, httpsOnly: false }

verifies('C21', 'an address on the web is read as whoever connects reads it', () => {
  for (const url of [
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433/',
    'http://0x7f.1',
    'http://017700000001',
    'http://127.0.0.1.',
    'http://localhost:8080/x',
    'http://LOCALHOST.',
    'http://a.localhost',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://[::ffff:a00:1]:80',
    'https://10.0.0.1',
    'https://192.168.0.1:8443/hooks',
  ]) {
    expect([url, faultOfUrl(url, rules)]).toEqual([url, 'must not lead to a private address'])
    expect([url, faultOfUrl(url, { ...rules, allowPrivate: true })]).toEqual([url, null])
  }
  for (const url of [
    'http://0',
    'http://0.0.0.0',
    'http://169.254.169.254/latest',
    'http://[::]',
    'http://[ff02::1]',
  ]) {
    for (const allowPrivate of [false, true]) {
      expect([url, faultOfUrl(url, { ...rules, allowPrivate })]).toEqual([
        url,
        'must not lead to an address that is never called',
      ])
    }
  }
  for (const url of ['https://example.com', 'http://example.com:8080/hooks?a=b', 'https://[2606:4700:4700::1111]/']) {
    expect(faultOfUrl(url, rules)).toBeNull()
  }
  expect(faultOfUrl('http://example.com', { ...rules, httpsOnly: true })).toBe('must begin with https://')
  for (const url of ['ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x']) {
    expect(faultOfUrl(url, rules)).toBe('must begin with https:// or http://')
  }
  for (const url of [
    'https://user@example.com',
    'https://user:password@example.com',
    'https://:password@example.com',
  ]) {
    expect(faultOfUrl(url, rules)).toBe('must hold no user name or password')
  }
  for (const url of ['', 'example.com', 'https://', 'http://[::1', 'http://999.1.1.1']) {
    expect(faultOfUrl(url, rules)).toMatch('must be an address')
  }
})

function resolverOf(...turns: string[][]): { resolve: Resolve; calls: () => number } {
  let calls = 0
  return {
    calls: () => calls,
    resolve: async () =>
      (turns[calls++] ?? turns.at(-1) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  }
}

function look(resolve: Resolve, allowPrivate = false, all = true): Promise<unknown> {
  return new Promise((done, fail) => {
    safeLookup({ allowPrivate }, resolve)('hooks.example.com', { all }, (error, address, family) =>
      error ? fail(error) : done(all ? address : { address, family }),
    )
  })
}

verifies('C21', 'every address of a name is checked', async () => {
  const both = resolverOf(['8.8.8.8', '2606:4700:4700::1111'])
  expect(await look(both.resolve)).toEqual([
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ])
  expect(await look(both.resolve, false, false)).toEqual({ address: '8.8.8.8', family: 4 })
  for (const bad of ['127.0.0.1', '::1', '::ffff:10.0.0.1', '169.254.169.254', 'fe80::1%eth0']) {
    await expect(look(resolverOf(['8.8.8.8', bad]).resolve)).rejects.toThrow(`hooks.example.com leads to ${bad}, a`)
  }
  await expect(look(resolverOf(['169.254.169.254']).resolve, true)).rejects.toThrow('never called')
  await expect(look(resolverOf([]).resolve)).rejects.toThrow('hooks.example.com leads nowhere')
  const failing: Resolve = () => Promise.reject(new Error('no such name'))
  await expect(look(failing)).rejects.toThrow('no such name')
})

verifies(
  'C21',
  'the connection goes to the address that was checked, whatever the name says a moment later',
  async () => {
    const receiver = await startReceiver()
    const { resolve, calls } = resolverOf(['127.0.0.1'], ['127.0.0.2'])
    const status = await new Promise((done, fail) => {
      const url = `http://rebinding.example.com:${receiver.port}/`
      http
        .get(url, { lookup: safeLookup({ allowPrivate: true }, resolve), agent: false }, (response) => {
          response.resume()
          done(response.statusCode)
        })
        .on('error', fail)
    })
    expect({ status, calls: calls() }).toEqual({ status: 204, calls: 1 })
    expect(receiver.received.map(({ headers }) => headers.host)).toEqual([`rebinding.example.com:${receiver.port}`])
    await receiver.close()
  },
)
