import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { toRows } from '@/lib/interactions/facts'
import { freeText } from '@/lib/interactions/text'
import { approvalDetails, approvalFields } from './approval-fields'
import { defineForm, defineKind } from './define'

/** A plan before it starts. */
export const exitPlan = defineKind({
  defaultType: 'approval',
  detailsBoundedByFields: true,
  forms: {
    approval: defineForm({
      fields: {
        ...approvalFields,
        plan: freeText(1, 20_000).optional(),
        steps: z.array(freeText(1, 1000)).min(1).max(50).optional(),
      },
      build({ plan, steps, ...input }) {
        if ((plan === undefined) === (steps === undefined)) {
          throw new InteractionError('invalid_request', 'plan: send exactly one of `plan` and `steps`.', {
            param: 'plan',
          })
        }
        const rows = input.arguments === undefined ? undefined : toRows(undefined, input.arguments)
        return { details: approvalDetails(plan === undefined ? { steps } : { plan }, input, rows) }
      },
      example: {
        kind: 'exit_plan',
        user_id: 'traveller-42',
        summary: 'move the newsletter to the new provider',
        steps: [
          'Export the 1,204 subscribers',
          'Import them at the new provider',
          'Send a test to yourself',
          'Switch the sign-up form',
        ],
      },
    }),
  },
})
