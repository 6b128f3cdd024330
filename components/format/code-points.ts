/** Unicode code points, the unit of the server's limits. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
