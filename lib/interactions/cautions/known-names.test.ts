import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { cautionsFromMemory, type EarlierName, namesToKnow } from './known-names'
import { skeletonOf } from './skeleton'

const known = 'Lakeside Hôtel'
const alike = {
  'full width': 'Ｌａｋｅｓｉｄｅ Hôtel',
  Cyrillic: 'Lаkеside Hôtel',
  'zero width': 'Lake\u200bside Hôtel',
  'soft hyphen': 'Lake\u00adside Hôtel',
  case: 'LAKESIDE HÔTEL',
  accent: 'Lakeside Hotel',
  'accent, decomposed': 'Lakeside Ho\u0302tel',
  'capital I for l': 'Iakeside Hôtel',
  'digit for l': '1akeside Hôtel',
  'mathematical letters': '𝐋𝐚𝐤𝐞𝐬𝐢𝐝𝐞 Hôtel',
  'two spaces': 'Lakeside  Hôtel',
}

verifies('S29', 'names that are read as one have one skeleton, others have others', () => {
  for (const [how, name] of Object.entries(alike)) expect(skeletonOf(name), how).toBe(skeletonOf(known))
  expect(skeletonOf('rnicrosoft.example')).toBe(skeletonOf('microsoft.example'))
  for (const other of ['Lakeside Hostel', 'Seaside Hôtel', 'Lakeside Hôtel 2']) {
    expect(skeletonOf(other), other).not.toBe(skeletonOf(known))
  }
  // What stands over and under these letters is no accent: it makes the word.
  expect(skeletonOf('राम')).not.toBe(skeletonOf('रम'))
  expect(skeletonOf('ハシ')).not.toBe(skeletonOf('ハジ'))
})

verifies('S29', 'the payee, the agent and the registered part of the page are what is remembered', () => {
  const item = {
    summary: 'pay',
    details: { payee: { name: known, id: 'DE-100' } },
    browser: { url: 'https://login.xn--mnchen-3ya.de/x' },
    agent: 'Travel agent',
  }
  const decode = (host: string) => (host === 'xn--mnchen-3ya.de' ? 'münchen.de' : host)
  expect(namesToKnow(item, decode)).toEqual([
    { place: 'payee', name: known, account: 'DE-100' },
    { place: 'agent', name: 'Travel agent', account: '' },
    { place: 'page', name: 'münchen.de', account: '' },
  ])
})

const payee = (name: string, account = '', isApproved = false): EarlierName => ({
  place: 'payee',
  name,
  account,
  isApproved,
})

function codes(name: EarlierName, earlier: EarlierName[], movesMoney = true): string[] {
  return cautionsFromMemory(name, earlier, movesMoney).map(({ code, fact }) => `${code}: ${fact}`)
}

verifies('S29', 'who was there first is never warned of, whoever comes later is, however often they come', () => {
  const first = payee(known, '', true)
  expect(codes(first, [first])).toEqual([])
  expect(codes(first, [first, payee('Lаkeside Hôtel')])).toEqual([])
  const later = payee('Lаkeside Hôtel', '', true)
  expect(codes(later, [first, later])).toEqual([`like_known: ${known}`])
})

verifies(
  'S29',
  'a name in another case or with other accents is the same name, written differently, until it is paid',
  () => {
    const first = payee(known, '', true)
    for (const how of ['case', 'accent', 'accent, decomposed', 'two spaces'] as const) {
      const other = payee(alike[how])
      expect(codes(other, [first, other]), how).toEqual([`written_differently: ${known}`, 'first_payment: null'])
      const paid = payee(alike[how], '', true)
      expect(codes(paid, [first, paid]), how).toEqual([])
    }
    for (const how of [
      'full width',
      'Cyrillic',
      'zero width',
      'soft hyphen',
      'capital I for l',
      'digit for l',
    ] as const) {
      const other = payee(alike[how], '', true)
      expect(codes(other, [first, other]), how).toEqual([`like_known: ${known}`])
    }
    const page = (name: string): EarlierName => ({ ...payee(name), place: 'page' })
    const [accented, plain] = [page('münchen.de'), page('munchen.de')]
    expect(codes(plain, [accented, plain])).toEqual(['like_known: münchen.de'])
  },
)

verifies('S29', 'a payee whom nobody has said yes to is new, and so is another account of a known one', () => {
  const asked = payee(known, 'DE-100')
  expect(codes(asked, [asked])).toEqual(['first_payment: null'])
  expect(codes(asked, [asked], false)).toEqual([])
  const paid = payee(known, 'DE-100', true)
  const other = payee(known, 'XX-666')
  expect(codes(paid, [paid, other])).toEqual([])
  expect(codes(other, [paid, other])).toEqual(['other_account: DE-100'])
  expect(codes(other, [other, paid])).toEqual(['other_account: DE-100'])
  const approved = payee(known, 'XX-666', true)
  expect(codes(approved, [paid, approved])).toEqual([])
  const without = payee(known)
  expect(codes(without, [paid, without])).toEqual([])
})
