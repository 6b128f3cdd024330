/** After these words and "to" stands who gets the money. */
const toSomebody =
  /\b(?:pay|pays|paying|payment|send|sends|sending|transfer|transfers|wire|wires|refund|refunds|remit)\b(?:[^.!?\n]|\.(?=\d)){0,120}?\bto\s+["“'‘«]?(\p{Lu}[\p{L}\p{M}\p{N}&'’.-]*(?:\s+(?:(?:of|and|de|du|der|van|von|la|le|&)\s+)?\p{Lu}[\p{L}\p{M}\p{N}&'’.-]*)*)/gu

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
  const others = [...text.matchAll(toSomebody)].map(([, name = '']) => name.replace(/[.'’-]+$/, ''))
  const isSame = (name: string) => [...wordsOf(name)].some((word) => known.has(word))
  const [first] = others
  return first === undefined || others.some(isSame) ? null : first
}
