/** A stretch of text as it may be shown, or a character that would be invisible or misleading and is named instead. */
export type Piece = { text: string } | { hidden: string; name: string }

// Bidi controls, default-ignorables, controls but \n and \t, separators, private use, unassigned, lone surrogates;
// and runs of eight or more white spaces, which push words out of sight.
const suspect =
  /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}|\s{8,}/gu

const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const keycapBefore = /[0-9#*]$/
const emojiAfter = /^\p{Extended_Pictographic}/u

const names: Record<string, string> = {
  '\u00ad': 'soft hyphen',
  '\u061c': 'Arabic letter mark',
  '\u200b': 'zero width space',
  '\u200c': 'zero width non-joiner',
  '\u200d': 'zero width joiner',
  '\u200e': 'left-to-right mark',
  '\u200f': 'right-to-left mark',
  '\u2028': 'line separator',
  '\u2029': 'paragraph separator',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'pop directional formatting',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2060': 'word joiner',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'pop directional isolate',
  '\ufeff': 'zero width no-break space',
}

/** Joiners and selectors inside an emoji are part of its picture. */
function isPartOfEmoji(character: string, before: string, after: string): boolean {
  if (character === '\ufe0f')
    return emojiBefore.test(before) || (keycapBefore.test(before) && after.startsWith('\u20e3'))
  return character === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)
}

function nameOf(found: string): { hidden: string; name: string } {
  if (/^\s{8,}$/.test(found)) return { hidden: `␣×${found.length}`, name: `${found.length} white spaces` }
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { hidden: `U+${code}`, name: names[found] ?? 'invisible or unassigned character' }
}

/** Splits text so that nothing in it can hide, reorder or pose as something else. */
export function revealHidden(text: string): Piece[] {
  const pieces: Piece[] = []
  let shownUntil = 0
  for (const match of text.matchAll(suspect)) {
    const end = match.index + match[0].length
    const before = text.slice(Math.max(0, match.index - 2), match.index)
    if (isPartOfEmoji(match[0], before, text.slice(end, end + 2))) continue
    if (match.index > shownUntil) pieces.push({ text: text.slice(shownUntil, match.index) })
    pieces.push(nameOf(match[0]))
    shownUntil = end
  }
  if (shownUntil < text.length) pieces.push({ text: text.slice(shownUntil) })
  return pieces
}
