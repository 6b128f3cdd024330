import { readDetails } from '@/components/interaction/details'
import type { Interaction } from '@/lib/interactions/interaction'
import type { SteadyRow } from './steady-rows'

export interface Group {
  /** What they have in common: the agent, the kind and the tool. */
  shape: string
  agent: string | undefined
  kind: Interaction['kind']
  tool: string | null
  ids: string[]
}

/** A line of the list: the head of a group, or an item. */
export type Line =
  | { key: string; group: Group; isFolded: boolean; row: null }
  | { key: string; group: null; row: SteadyRow; isGrouped: boolean }

/** Fewer are no burden. */
const fewest = 3

const shapes = new WeakMap<Interaction, string>()

/** An item never changes, and a long list asks for every one of them at each change. */
function shapeOf({ item }: SteadyRow): string {
  const shape =
    shapes.get(item) ?? JSON.stringify([item.context?.agent, item.kind, item.type, readDetails(item).toolName])
  shapes.set(item, shape)
  return shape
}

/**
 * The rows with those of one shape under one head, in the place of the newest of them. A list that goes on keeps its order and
 * has groups of neighbours only, so that no further page puts a row above another.
 * @param isWhole the list is short and read whole
 */
export function groupRows(rows: SteadyRow[], isWhole: boolean, folded: ReadonlySet<string>): Line[] {
  return bundlesOf(rows, isWhole).flatMap(({ shape, rows: bundled }): Line[] => {
    const [first] = bundled
    const isGrouped = bundled.length >= fewest
    const lines = bundled.map((row): Line => ({ key: row.item.id, group: null, row, isGrouped }))
    if (!isGrouped || !first) return lines
    const { item } = first
    const group = {
      shape,
      agent: item.context?.agent,
      kind: item.kind,
      tool: readDetails(item).toolName,
      ids: bundled.map((row) => row.item.id),
    }
    const isFolded = folded.has(shape)
    const head: Line = { key: `group ${bundled.at(-1)?.item.id}`, group, isFolded, row: null }
    return isFolded ? [head] : [head, ...lines]
  })
}

function bundlesOf(rows: SteadyRow[], isWhole: boolean): { shape: string; rows: SteadyRow[] }[] {
  const bundles: { shape: string; rows: SteadyRow[] }[] = []
  const known = new Map<string, { shape: string; rows: SteadyRow[] }>()
  for (const row of rows) {
    const shape = shapeOf(row)
    const bundle = isWhole ? known.get(shape) : bundles.at(-1)
    if (bundle?.shape === shape) {
      bundle.rows.push(row)
      continue
    }
    const fresh = { shape, rows: [row] }
    bundles.push(fresh)
    known.set(shape, fresh)
  }
  return bundles
}
