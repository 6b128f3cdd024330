import { domainToUnicode } from 'node:url'
import { describe, expect, it } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { cautionsOf, domainsOf } from './cautions'
import type { Shown } from './shown'

const usd500 = { value: '500.00', currency: 'USD' }

function cautions(summary: string, details: Record<string, unknown> = {}, more: Partial<Shown> = {}): string[] {
  const item = { summary, details, browser: null, agent: 'Travel agent', ...more }
  return cautionsOf(item, domainToUnicode).map(({ code, said }) => `${code}: ${said}`)
}

const money = (words: string, value = '500.00', currency = 'USD', rows: { label: string; value: string }[] = []) =>
  cautions(words, { amount: { value, currency }, rows })

describe('equal amounts, however written, alarm nobody', () => {
  it.each([
    ['pay, amount $500.00', '500.00', 'USD'],
    ['pay $500', '500.00', 'USD'],
    ['pay 500 USD', '500', 'USD'],
    ['pay US$500.00 now', '500.00', 'USD'],
    ['pay $500.000', '500.00', 'USD'],
    ['pay 500,00 €', '500.00', 'EUR'],
    ['pay 1.234,56 €', '1234.56', 'EUR'],
    ['pay €1,234.56', '1234.56', 'EUR'],
    ['pay 1 234,56 EUR', '1234.56', 'EUR'],
    ["pay CHF 1'234.50", '1234.5', 'CHF'],
    ['pay ₹12,34,567.00', '1234567', 'INR'],
    ['pay 1.000 €', '1000', 'EUR'],
    ['pay ¥1,000', '1000', 'JPY'],
    ['pay ￥１，０００', '1000', 'JPY'],
    ['pay ٥٠٠ USD', '500', 'USD'],
    ['pay KWD 3.000', '3', 'KWD'],
    ['pay $5k', '5000', 'USD'],
    ['pay $1.2 million', '1200000', 'USD'],
    ['pay 500 dollars', '500.00', 'USD'],
    ['pay $9,007,199,254,740,993.01', '9007199254740993.01', 'USD'],
    ['pay $500.00 (2 nights at $250.00)', '500.00', 'USD'],
    ['2 nights at $250 each', '500.00', 'USD'],
    ['$450 and $50 tax', '500.00', 'USD'],
    ['book room 500, floor 12, on 14 March at 10:30', '20.00', 'USD'],
    ['renew the plan', '500.00', 'USD'],
    ['TOP 5 results for ALL 40 users', '500.00', 'USD'],
  ])('%s is %s %s', (words, value, currency) => {
    expect(money(words, value, currency)).toEqual([])
  })
})

describe('other amounts and currencies are named', () => {
  it.each([
    ['pay $50.00', '500.00', 'USD', 'amount_differs: $50.00'],
    ['pay, amount 50.00', '500.00', 'USD', 'amount_differs: amount 50.00'],
    ['pay $5.000', '500.00', 'USD', 'amount_differs: $5.000'],
    ['pay 500 €', '500.00', 'USD', 'currency_differs: 500 €'],
    ['pay EUR 500', '500.00', 'USD', 'currency_differs: EUR 500'],
    ['pay 50 €', '500.00', 'USD', 'amount_differs: 50 €'],
    ['pay ¥500', '500', 'USD', 'currency_differs: ¥500'],
    ['pay $9,007,199,254,740,992', '9007199254740993', 'USD', 'amount_differs: $9,007,199,254,740,992'],
    ['pay $300 and $100', '500.00', 'USD', 'amount_differs: $300'],
  ])('%s is not %s %s', (words, value, currency, caution) => {
    expect(money(words, value, currency)).toEqual([caution])
  })
})

verifies('S01', 'the reason is held against the facts as the summary is, and without facts nothing is', () => {
  expect(cautions('pay $500.00', { amount: usd500, reason: 'It is only $5.' })).toEqual(['amount_differs: $5'])
  expect(cautions('pay $5.00', { reason: 'It is only $50.' })).toEqual([])
  expect(money('deposit of $100', '500.00', 'USD', [{ label: 'Deposit', value: '$100.00' }])).toEqual([])
})

verifies('S01', 'another payee, another count and another host are named', () => {
  const payee = (words: string) => cautions(words, { payee: { name: 'Lakeside Hotel', id: 'DE-100' } })
  expect(payee('pay $500.00 to Mallory Ltd')).toEqual(['payee_differs: Mallory Ltd'])
  expect(payee('send the deposit to “Mountain Lodge” today')).toEqual(['payee_differs: Mountain Lodge'])
  expect(payee('pay $500.00 to Seaview Hotel')).toEqual(['payee_differs: Seaview Hotel'])
  for (const same of [
    'pay Lakeside Hotel',
    'pay $500.00 to the hotel',
    'pay to Lakeside',
    'pay to hold the room',
    'pay to Lakeside H.',
    'pay to The Lakeside Hotel Ltd in Berlin',
    'pay to Lakeside Hotel Berlin',
  ]) {
    expect(payee(same), same).toEqual([])
  }
  expect(payee('Überweise 500 € an die Mallory GmbH')).toEqual(['payee_differs: Mallory GmbH'])
  expect(payee('zahle 500,00 € an „Berghütte Nord“')).toEqual(['payee_differs: Berghütte Nord'])
  for (const same of ['zahle 500 € an das Lakeside Hotel', 'zahle 20 € an Gebühren', 'Zahlung an Lakeside']) {
    expect(payee(same), same).toEqual([])
  }
  const rows = [
    { label: 'Booking', value: 'Lakeside Hotel, 2 nights' },
    { label: 'Look-ups', value: '40' },
    { label: 'Cancel', value: '24 hours before' },
  ]
  expect(cautions('book 3 nights', { rows })).toEqual(['count_differs: 3 nights'])
  expect(cautions('buy 400 company look-ups', { rows })).toEqual(['count_differs: 400 company look-ups'])
  for (const same of ['book 2 nights', 'one room for 2 guests', 'buy 40 look-ups within 2 hours']) {
    expect(cautions(same, { rows }), same).toEqual([])
  }
  const page = { browser: { url: 'https://www.bank.example.com/pay' } }
  expect(cautions('sign in at https://bank.example.com', {}, page)).toEqual([])
  expect(cautions('sign in at bank-example.com', {}, page)).toEqual(['host_differs: bank-example.com'])
  expect(cautions('run create_pull.request in package.json', {}, page)).toEqual([])
  expect(cautions('see https://other.example.org')).toEqual([])
})

verifies('S29', 'letters of two scripts, and names that only look Latin, are named wherever a name stands', () => {
  const payee = (name: string) => cautions('pay', { payee: { name } })
  expect(payee('Lаkeside Hotel')).toEqual(['mixed_script: Lаkeside'])
  expect(payee('раураӏ')).toEqual(['look_alike: раураӏ'])
  expect(payee('𝐋akeside')).toEqual(['mixed_script: 𝐋akeside'])
  for (const honest of [
    'Lakeside Hotel',
    'Отель у озера',
    '東京ホテル Tokyo',
    'Ξενοδοχείο',
    'Café Übung',
    'فندق البحيرة',
    '한국 Bank',
  ]) {
    expect(payee(honest), honest).toEqual([])
  }
  expect(cautions('x', {}, { agent: 'Travеl agent' })).toEqual(['mixed_script: Travеl'])
  expect(cautions('x', { tool_name: 'рay', server: 'bаnk' })).toEqual(['mixed_script: рay', 'mixed_script: bаnk'])
})

verifies('S25', 'encoded hosts are decoded, and a user in an address and an open page are named', () => {
  const at = (url: string) => cautions('sign in', {}, { browser: { url } })
  expect(at('https://xn--80ak6aa92e.com/')).toEqual(['look_alike: аррӏе', 'encoded_host: xn--80ak6aa92e.com'])
  expect(at('https://münchen.de/')).toEqual(['encoded_host: xn--mnchen-3ya.de'])
  expect(at('http://bank.example.com/')).toEqual(['not_encrypted: http://bank.example.com/'])
  expect(at('http://localhost:3000/')).toEqual([])
  expect(cautions('open https://bank.example.com@evil.example.org/x', {})).toEqual([
    'user_in_address: https://bank.example.com@evil.example.org/x',
  ])
})

verifies('S25', 'the part of a host that somebody registered is known', () => {
  const item = (url: string) => ({ summary: 'x', details: {}, browser: { url }, agent: 'a' })
  expect(domainsOf(item('https://login.bank.co.uk.evil.com/'))).toEqual({ 'login.bank.co.uk.evil.com': 'evil.com' })
  expect(domainsOf(item('https://www.bank.co.uk/'))).toEqual({ 'www.bank.co.uk': 'bank.co.uk' })
  expect(domainsOf(item('http://localhost:3000/'))).toEqual({ localhost: 'localhost' })
  expect(domainsOf(item('https://evil.github.io/'))).toEqual({ 'evil.github.io': 'evil.github.io' })
})
