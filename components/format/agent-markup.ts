/** A stretch of one line as the agent marked it. Nothing else of its markup counts: no links, no pictures, no HTML. */
export interface Stretch {
  text: string
  mark: 'plain' | 'bold' | 'italic' | 'code' | 'address'
}

export interface Line {
  /** "•" or "3." where it is an item of a list. */
  bullet: string | null
  stretches: Stretch[]
}

const marks =
  /\*\*(?<bold>[^*\n]+)\*\*|(?<![\p{L}\p{N}*])\*(?<italic>[^*\s](?:[^*\n]*[^*\s])?)\*(?![\p{L}\p{N}*])|`(?<code>[^`\n]+)`|(?<address>\bhttps?:\/\/[^\s<>"'“”‘’«»)\]}]*[^\s<>"'“”‘’«»)\]}.,;:!?])/giu

const markNames = ['bold', 'italic', 'code', 'address'] as const

function readLine(line: string): Stretch[] {
  const stretches: Stretch[] = []
  let readUntil = 0
  for (const match of line.matchAll(marks)) {
    if (match.index > readUntil) stretches.push({ text: line.slice(readUntil, match.index), mark: 'plain' })
    const mark = markNames.find((name) => match.groups?.[name] !== undefined) ?? 'plain'
    stretches.push({ text: match.groups?.[mark] ?? match[0], mark })
    readUntil = match.index + match[0].length
  }
  if (readUntil < line.length) stretches.push({ text: line.slice(readUntil), mark: 'plain' })
  return stretches
}

/** The few marks that an agent's own words may carry: bold, italics, code, lists; addresses are found, and stay text. */
export function readAgentMarkup(text: string): Line[] {
  return text.split('\n').map((line) => {
    const [start = '', dash, number] = line.match(/^\s*(?:([-*•])|(\d{1,3}[.)]))\s+/) ?? []
    const bullet = dash === undefined ? (number ?? null) : '•'
    return { bullet, stretches: readLine(line.slice(start.length)) }
  })
}
