const fold = (text: string) => text.normalize('NFKC').toLowerCase()

/** Finds a text in an item's summary or its agent's name, whatever the case (`q` of the list). */
export function makeTextFinder(wanted: string): (item: { summary: string; agent: string }) => boolean {
  const folded = fold(wanted)
  return ({ summary, agent }) => fold(`${summary}\n${agent}`).includes(folded)
}
