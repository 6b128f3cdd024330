import { z } from 'zod'
import { AskedRows, toRows } from '@/lib/interactions/facts'
import { freeText } from '@/lib/interactions/text'
import { approvalDetails, approvalFields } from './approval-fields'
import { defineForm, defineKind } from './define'

/** An action on a computer, approved in person. */
export const handsApproval = defineKind({
  defaultType: 'approval',
  forms: {
    approval: defineForm({
      fields: {
        ...approvalFields,
        action: freeText(1, 500),
        rows: AskedRows.optional(),
        moves_money: z.boolean().default(false),
      },
      build: ({ action, rows, moves_money, ...input }) => ({
        details: approvalDetails({ action }, input, toRows(rows, input.arguments)),
        movesMoney: moves_money,
        presentUser: true,
        nonce: true,
      }),
      example: {
        kind: 'hands_approval',
        user_id: 'traveller-42',
        summary: 'press "Submit" on the visa form',
        action: 'Press "Submit application" on the visa form',
        rows: [
          { label: 'Applicant', value: 'Ada Traveller' },
          { label: 'Entry', value: '14 March' },
        ],
      },
    }),
  },
})
