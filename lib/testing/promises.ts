import { requirements } from '@/e2e/requirements'

/** Every promise by its id, and why it is not built where it is open. */
export const promises: ReadonlyMap<string, { promise: string; open: string | undefined }> = new Map(
  requirements.flatMap((section) =>
    Object.entries(section.promises).map(([id, promise]) => [id, { promise, open: section.open?.[id] }] as const),
  ),
)

/**
 * The ids in `'R1 R2'`.
 * @throws when one is unknown
 */
export function readIds(ids: string): string[] {
  const list = ids.split(' ')
  const unknown = list.filter((id) => !promises.has(id))
  if (unknown.length > 0) throw new Error(`no such promise in e2e/requirements.ts: ${unknown.join(', ')}`)
  return list
}
