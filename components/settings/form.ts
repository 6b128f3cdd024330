/** What was typed into a field, without the space around it. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}

/** A list that was typed one to a line, each once. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}
