import { plainDigits } from './numbers'

interface Count {
  said: string
  count: number
  noun: string
}

/** Many other numbers stand before these: when, how long, how sure. */
const notThings = new Set(
  'am pm h hour min minute s sec second day week month year percent january february march april may june july august september october november december uhr stunde stunden minuten sekunde sekunden tag tage woche wochen monat monate jahr jahre prozent januar februar märz mai juni juli oktober dezember'.split(
    ' ',
  ),
)

/** Nobody counts more things in one text. */
const enough = 50

const counted =
  /(?<![\d.,:/$€£¥-])(\d{1,6})(?:[\s\u00a0]+(\p{L}[\p{L}-]*))(?:[\s\u00a0]+(\p{L}[\p{L}-]*))?(?:[\s\u00a0]+(\p{L}[\p{L}-]*))?/gu

function singular(word: string): string {
  const plain = word.toLowerCase().replaceAll('-', '')
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss') ? plain.slice(0, -1) : plain
}

function countsIn(text: string): Count[] {
  return [...plainDigits(text).matchAll(counted)].slice(0, enough).flatMap(([, digits = '', ...words]) => {
    const heard = words.filter((word): word is string => word !== undefined)
    return heard.map((word, index) => ({
      said: `${digits} ${heard.slice(0, index + 1).join(' ')}`,
      count: Number(digits),
      noun: singular(word),
    }))
  })
}

function countOfRow({ label, value }: { label: string; value: string }): Count[] {
  const plain = plainDigits(value).trim()
  const noun = label.match(/[\p{L}-]+/gu)?.at(-1)
  if (noun === undefined || !/^\d{1,6}$/.test(plain)) return []
  return [{ said: `${label}: ${value}`, count: Number(plain), noun: singular(noun) }]
}

type Row = { label: string; value: string }

function byNoun(rows: readonly Row[]): Map<string, Count[]> {
  const facts = new Map<string, Count[]>()
  for (const row of rows) {
    for (const count of [...countOfRow(row), ...countsIn(row.value)]) {
      if (!notThings.has(count.noun)) facts.set(count.noun, [...(facts.get(count.noun) ?? []), count])
    }
  }
  return facts
}

/** A number of things in a text that the facts count otherwise: "3 nights" where a row says 2. */
export function countThatDiffers(text: string, rows: readonly Row[]): { said: string; fact: string } | null {
  const said = countsIn(text)
  const facts = said.length === 0 ? new Map<string, Count[]>() : byNoun(rows)
  for (const each of said) {
    const same = facts.get(each.noun) ?? []
    if (same[0] && !same.some(({ count }) => count === each.count)) return { said: each.said, fact: same[0].said }
  }
  return null
}
