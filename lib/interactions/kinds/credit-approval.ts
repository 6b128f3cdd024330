import { z } from 'zod'
import { Amount, AskedRows, Tool, toRows } from '@/lib/interactions/facts'
import { approvalDetails, approvalFields } from './approval-fields'
import { defineForm, defineKind } from './define'

/** Spending on a paid tool. It always moves money (K39). */
export const creditApproval = defineKind({
  defaultType: 'approval',
  forms: {
    approval: defineForm({
      fields: {
        ...approvalFields,
        amount: Amount,
        tool: Tool.optional(),
        rows: AskedRows.optional(),
        moves_money: z.literal(true).optional(),
      },
      build: ({ tool, rows, ...input }) => ({
        details: approvalDetails(
          tool ? { tool_name: tool.name, ...(tool.server !== undefined && { server: tool.server }) } : {},
          input,
          toRows(rows, input.arguments),
        ),
        movesMoney: true,
        presentUser: true,
      }),
      example: {
        kind: 'credit_approval',
        user_id: 'traveller-42',
        summary: 'buy 40 company look-ups',
        tool: { name: 'company_lookup', source: 'builtin' },
        amount: { value: '12.00', currency: 'EUR' },
        payee: { name: 'Registry Data Ltd' },
        rows: [{ label: 'Look-ups', value: '40' }],
      },
    }),
  },
})
