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

/** Somebody else whom a text names as the one who gets the money; a part of the name, or the id, is the same. */
export function payeeThatDiffers(text: string, payee: { name: string; id?: string | undefined }): string | null {
  const known = new Set([...wordsOf(payee.name), ...wordsOf(payee.id ?? '')])
  const others = toSomebody
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([, said = '']) => said.replace(/[.'’-]+$/, ''))
    .filter((said) => !notSomebody.test(said))
  const isSame = (name: string) => [...wordsOf(name)].some((word) => known.has(word))
  const [first] = others
  return first === undefined || others.some(isSame) ? null : first
}
