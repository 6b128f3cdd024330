import { describe, expect } from 'vitest'
import type { Interaction } from '@/lib/interactions/interaction'
import { verifies } from '@/lib/testing/verifies'
import { groupRows } from './group-rows'
import { settleRows } from './steady-rows'

/** Items by a letter for their tool and a number. */
const rowsOf = (...names: string[]) =>
  settleRows(
    names.map(
      (name) =>
        ({
          id: name,
          kind: 'tool_permission',
          type: 'approval',
          details: { tool_name: name[0] },
          context: { agent: 'Agent' },
        }) as unknown as Interaction,
    ),
  ).rows
const drawn = (names: string[], isWhole: boolean, folded: string[] = []) =>
  groupRows(rowsOf(...names), isWhole, new Set(folded)).map(({ group, row }) =>
    group ? `${group.tool}×${group.ids.length}` : row.item.id,
  )

describe('rows of one shape', () => {
  verifies('L10', 'stand together under a head with their number, from three on', () => {
    expect(drawn(['a5', 'b4', 'a3', 'b2', 'a1'], true)).toEqual(['a×3', 'a5', 'a3', 'a1', 'b4', 'b2'])
  })

  verifies('L10', 'are neighbours in a list that goes on, whose order no further page may change', () => {
    const page = ['a9', 'a8', 'a7', 'b6', 'a5']
    expect(drawn(page, false)).toEqual(['a×3', 'a9', 'a8', 'a7', 'b6', 'a5'])
    expect(drawn([...page, 'a4', 'a3'], false).slice(0, 5)).toEqual(drawn(page, false).slice(0, 5))
  })

  verifies('L10', 'are one line when they are folded', () => {
    const [head] = groupRows(rowsOf('a3', 'a2', 'a1'), true, new Set())
    expect(drawn(['a3', 'a2', 'a1', 'b0'], true, [head?.group?.shape ?? ''])).toEqual(['a×3', 'b0'])
  })
})
