import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { AskedRows, isCompanyAction, Tool, toRows } from '@/lib/interactions/facts'
import { freeText } from '@/lib/interactions/text'
import { approvalDetails, approvalFields } from './approval-fields'
import { defineForm, defineKind } from './define'

/** Leave to take one step with a tool. */
export const toolPermission = defineKind({
  defaultType: 'approval',
  forms: {
    approval: defineForm({
      fields: {
        ...approvalFields,
        tool: Tool,
        rows: AskedRows.optional().meta({ description: 'What a person must see, as labels and values.' }),
        reason: freeText(1, 2000).optional().meta({ description: "Why, in the agent's words." }),
        moves_money: z
          .boolean()
          .nullable()
          .optional()
          .meta({ description: "Required for a built-in tool; absent or null for one of the company's." }),
        affects_account: z
          .boolean()
          .optional()
          .meta({ description: 'It signs in, or makes, changes or closes an account.' }),
      },
      build({ tool, rows, reason, affects_account, ...input }) {
        const own = {
          tool_name: tool.name,
          ...(tool.server !== undefined && { server: tool.server }),
        }
        const movesMoney = whetherItMovesMoney(tool, input.moves_money)
        return {
          details: {
            ...approvalDetails(own, input, toRows(rows, input.arguments)),
            ...(reason !== undefined && { reason }),
          },
          movesMoney,
          presentUser: movesMoney === true || affects_account === true || isCompanyAction(tool),
        }
      },
      example: {
        kind: 'tool_permission',
        user_id: 'traveller-42',
        summary: 'pay, amount $500.00',
        tool: { name: 'pay', source: 'builtin' },
        moves_money: true,
        amount: { value: '500.00', currency: 'USD' },
        payee: { name: 'Lakeside Hotel' },
        rows: [{ label: 'Booking', value: 'Lakeside Hotel, 2 nights' }],
        reason: 'The hotel holds the room only until tonight.',
      },
    }),
  },
})

/** The server cannot know what a company's own tool costs; of a built-in one the asker must say (K39, D18.5). */
function whetherItMovesMoney(tool: Tool, said: boolean | null | undefined): boolean | null {
  if (tool.source === 'builtin') {
    if (typeof said === 'boolean') return said
    throw new InteractionError('invalid_request', 'moves_money: must be true or false for a built-in tool.', {
      param: 'moves_money',
    })
  }
  if (typeof said === 'boolean') {
    throw new InteractionError(
      'invalid_request',
      "moves_money: must be absent or null for one of the company's tools.",
      {
        param: 'moves_money',
      },
    )
  }
  return null
}
