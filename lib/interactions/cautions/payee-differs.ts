const name =
  "(\\p{Lu}[\\p{L}\\p{M}\\p{N}&'’.-]*(?:\\s+(?:(?:of|and|und|de|du|der|van|von|la|le|&)\\s+)?\\p{Lu}[\\p{L}\\p{M}\\p{N}&'’.-]*)*)"
const between = '\\b(?:[^.!?\\n]|\\.(?=\\d)){0,120}?'
const quote = '["“„\'‘«]?'

/** After these words and "to" stands who gets the money, in the languages of the inbox. */
const toSomebody = [
  new RegExp(
    `\\b(?:pay|pays|paying|payment|send|sends|sending|transfer|transfers|wire|wires|refund|refunds|remit)${between}\\bto\\s+${quote}${name}`,
    'gu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:(?:[Bb]e)?[Zz]ahl(?:e|en|ung)|[Üü]berweis(?:e|en|ung)|[Ss]ende(?:n)?|[Ss]chicke(?:n)?|[Ee]rstatte(?:n)?)${between}\\ban\\s+(?:d(?:en|ie|as)\\s+)?${quote}${name}`,
    'gu',
  ),
]

/** What money is paid for in German, where every noun has a capital. */
const notSomebody = /^(?:Kosten|Gebühren|Steuern|Zinsen|Miete|Trinkgeld|Porto)\b/u

/** Words that say nothing about who it is. */
const forms = new Set([
  'the',
  'of',
  'and',
  'ltd',
  'inc',
  'llc',
  'gmbh',
  'co',
  'corp',
  'company',
  'der',
  'die',
  'das',
  'und',
  'kg',
  'limited',
  'mr',
  'mrs',
  'ms',
  'dr',
  'herr',
  'herrn',
  'frau',
  'sa',
  'ag',
  'plc',
])

function wordsOf(name: string): Set<string> {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !forms.has(word)))
}

/** An initial is as good as its name. */
const holds = (words: Set<string>, word: string) =>
  [...words].some((known) => known.startsWith(word) || word.startsWith(known))

const areAllIn = (some: Set<string>, all: Set<string>) => [...some].every((word) => holds(all, word))

/**
 * Somebody else whom a text names as the one who gets the money. A part of the name, the id, or the name with more around it is
 * the same; one word in common, such as "Hotel", is not.
 */
export function payeeThatDiffers(text: string, payee: { name: string; id?: string | undefined }): string | null {
  const name = wordsOf(payee.name)
  const known = new Set([...name, ...wordsOf(payee.id ?? '')])
  const others = toSomebody
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, said = '']) => said.replace(/[.'’-]+$/, ''))
    .filter((said) => !notSomebody.test(said))
  const isSame = (said: string) => areAllIn(wordsOf(said), known) || (name.size > 0 && areAllIn(name, wordsOf(said)))
  const [first] = others
  return first === undefined || others.some(isSame) ? null : first
}
