import { canonicalDecimal, plainDigits, readNumber } from './numbers'

/** An amount that a text names. */
export interface SaidMoney {
  /** As it stands in the text. */
  said: string
  /** What its number may mean, as decimals. */
  values: string[]
  /** What its currency may be; null where the text does not say. */
  currencies: readonly string[] | null
}

const dollars = [
  'USD',
  'AUD',
  'CAD',
  'NZD',
  'SGD',
  'HKD',
  'TWD',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'BBD',
  'BSD',
  'JMD',
  'TTD',
]
const crowns = ['SEK', 'NOK', 'DKK', 'ISK']

/** What a sign or a word may stand for; the longer ones first, so that "US$" is not "$". */
const signs: Record<string, readonly string[]> = {
  US$: ['USD'],
  A$: ['AUD'],
  C$: ['CAD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  NT$: ['TWD'],
  R$: ['BRL'],
  $: dollars,
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'LBP', 'SYP', 'FKP', 'GIP', 'SHP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW', 'KPW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₴': ['UAH'],
  '₪': ['ILS'],
  '₫': ['VND'],
  '฿': ['THB'],
  '₱': ['PHP', 'CUP'],
  '₦': ['NGN'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  kr: crowns,
  dollars,
  dollar: dollars,
  euros: ['EUR'],
  euro: ['EUR'],
  pounds: ['GBP', 'EGP', 'LBP', 'SYP', 'FKP', 'GIP', 'SHP'],
  yen: ['JPY'],
  francs: ['CHF', 'XOF', 'XAF'],
  rupees: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
}

/** Codes that are also words in capitals. */
const words = new Set(['ALL', 'TOP', 'CUP', 'TRY', 'GEL', 'BAM', 'SOS', 'PEN'])
const codes = new Set(Intl.supportedValuesOf('currency').filter((code) => !words.has(code)))

const escaped = (sign: string) => sign.replace(/\$/g, '\\$&')
const sign = `(?:${Object.keys(signs).map(escaped).join('|')}|\\b[A-Z]{3}\\b)`
const number = "(?<![\\d.,])\\d(?:[\\d.,'’٫٬]|[ \\u00a0\\u202f\\u2009](?=\\d{3}(?!\\d))){0,60}(?<=\\d)(?!\\d)"
const size = '(?:\\s?(?:k|K|thousand|m|M|mn|million|bn|billion)\\b)?'
const mention = new RegExp(
  `(?<before>${sign})[ \\u00a0\\u202f]?(?<first>${number})(?<firstSize>${size})|(?<second>${number})(?<secondSize>${size})[ \\u00a0\\u202f]?(?<after>${sign})|\\bamount:?\\s+(?<bare>${number})`,
  'gu',
)

const zerosOf: Record<string, number> = { k: 3, thousand: 3, m: 6, mn: 6, million: 6, bn: 9, billion: 9 }

function scaled(value: string, sizeWord: string): string {
  const zeros = zerosOf[sizeWord.trim().toLowerCase()] ?? 0
  const [whole = '', fraction = ''] = value.split('.')
  return canonicalDecimal(`${whole}${fraction.padEnd(zeros, '0').slice(0, zeros)}.${fraction.slice(zeros)}`)
}

function currenciesOf(written: string | undefined): readonly string[] | null | undefined {
  if (written === undefined) return null
  return signs[written] ?? (codes.has(written) ? [written] : undefined)
}

/** Every amount of money that a text names, in the order of the text. */
export function readMoney(text: string): SaidMoney[] {
  return [...plainDigits(text).matchAll(mention)].flatMap(({ 0: said, groups = {} }) => {
    const currencies = currenciesOf(groups.before ?? groups.after)
    if (currencies === undefined) return []
    const written = groups.first ?? groups.second ?? groups.bare ?? ''
    const sizeWord = groups.firstSize || groups.secondSize || ''
    return [{ said: said.trim(), values: readNumber(written).map((value) => scaled(value, sizeWord)), currencies }]
  })
}
