/** A stretch of text as it may be shown, or a character that would be invisible or misleading and is named instead. */
export type Piece = { text: string } | { hidden: string; of: Hidden }

/** A run of white space by its length, or any other character by its code in hexadecimal. */
export type Hidden = { spaces: number } | { code: string }

// Bidi controls, default-ignorables, controls but \n and \t, separators, private use, unassigned, lone surrogates;
// and runs of eight or more white spaces, which push words out of sight.
const suspect =
  /[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]|(?![\n\t])\p{Cc}|\s{8,}/gu

const emojiBefore = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u
const keycapBefore = /[0-9#*]$/
const emojiAfter = /^\p{Extended_Pictographic}/u

/** Joiners and selectors inside an emoji are part of its picture. */
function isPartOfEmoji(character: string, before: string, after: string): boolean {
  if (character === '\ufe0f')
    return emojiBefore.test(before) || (keycapBefore.test(before) && after.startsWith('\u20e3'))
  return character === '\u200d' && emojiBefore.test(before) && emojiAfter.test(after)
}

function hiddenPiece(found: string): Piece {
  if (/^\s{8,}$/.test(found)) return { hidden: `␣×${found.length}`, of: { spaces: found.length } }
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return { hidden: `U+${code}`, of: { code } }
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
    pieces.push(hiddenPiece(match[0]))
    shownUntil = end
  }
  if (shownUntil < text.length) pieces.push({ text: text.slice(shownUntil) })
  return pieces
}
