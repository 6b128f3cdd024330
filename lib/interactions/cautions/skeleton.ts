import unhomoglyph from 'unhomoglyph'

const accents = /[\u0300-\u036f]/gu
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu

const asDrawn = (text: string) => unhomoglyph(text.normalize('NFKD').replace(accents, ''))

/**
 * What a name looks like (UTS 39, 4): two names with one skeleton may be taken for one another. Beyond the standard it also
 * passes over case, accents and the difference of i and l, since those who read in a hurry do.
 */
export function skeletonOf(name: string): string {
  const lower = asDrawn(name.replace(unseen, '')).toLowerCase()
  return asDrawn(lower).toLowerCase().replaceAll('i', 'l').replace(/\s+/gu, ' ').trim()
}

/** The letters of a name whatever their case and accents: names that share them are one name, written in two ways. */
export function lettersOf(name: string): string {
  return name.normalize('NFD').replace(accents, '').toLowerCase().replace(/\s+/gu, ' ').trim()
}
