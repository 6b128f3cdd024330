/** The first of each run of ten digits that agents write amounts in, besides ASCII. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810,
]

/** Text in which equal numbers look alike: compatible forms composed, digits of other scripts as ASCII ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    const zero = zeros.find((each) => point >= each && point < each + 10)
    return zero === undefined ? digit : String(point - zero)
  })
}

/** A decimal without what carries no value: "0500.00" is "500". */
export function canonicalDecimal(value: string): string {
  const [whole = '', fraction = ''] = value.split('.')
  const short = fraction.replace(/0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '')
  return short === '' ? digits : `${digits}.${short}`
}

const separators = /[.,'’\s٫٬]/

/**
 * All that a written number may mean: "1.234,56" is 1234.56, but "1.234" is 1234 for some and 1.234 for others.
 * @param written digits and separators, as `plainDigits` leaves them
 */
export function readNumber(written: string): string[] {
  const parts = written.split(separators)
  const marks = [...written].filter((character) => separators.test(character))
  const last = marks.at(-1)
  if (last === undefined) return [canonicalDecimal(written)]
  const isGrouped = (groups: string[]) =>
    groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group)) &&
    (groups.length === 1 || groups.at(-1)?.length === 3)
  const readings: string[] = []
  if (isGrouped(parts) && new Set(marks).size === 1) readings.push(parts.join(''))
  const whole = parts.slice(0, -1)
  const isDecimal = /[.,٫]/.test(last) && !marks.slice(0, -1).includes(last)
  if (isDecimal && (whole.length === 1 || isGrouped(whole))) readings.push(`${whole.join('')}.${parts.at(-1)}`)
  // A space may also stand between two numbers.
  if (/\s/.test(written)) readings.push(...readNumber(written.split(/\s/)[0] ?? ''))
  return readings.map(canonicalDecimal)
}

/** A decimal as a whole number of its `decimals`-th parts, exact at any size. */
export function toUnits(value: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = value.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals))
}
