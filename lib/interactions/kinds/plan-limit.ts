import { z } from 'zod'
import { oneLine } from '@/lib/interactions/text'
import { defineForm, defineKind } from './define'

/** A plan's limit ran out. Read only: the asker settles it when there is room again (R35, K12). */
export const planLimit = defineKind({
  defaultType: 'approval',
  readOnly: true,
  expiresInSeconds: null,
  forms: {
    approval: defineForm({
      fields: { plan_name: oneLine(1, 200), limit: z.number(), used: z.number().optional() },
      build: ({ plan_name, limit, used }) => ({
        details: { plan_name, limit, ...(used !== undefined && { used }) },
      }),
      example: {
        kind: 'plan_limit',
        user_id: 'traveller-42',
        summary: 'the Team plan is used up for this month',
        plan_name: 'Team',
        limit: 500,
        used: 500,
      },
    }),
  },
})
