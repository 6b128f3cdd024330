import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { AskedQuestions, AskedRows, Tool, toRows } from '@/lib/interactions/facts'
import { maskWithin } from '@/lib/interactions/mask'
import { slug } from '@/lib/interactions/text'
import { approvalDetails, approvalFields } from './approval-fields'
import { defineForm, defineKind } from './define'
import { buildHandoff, handoffFields } from './handoff-form'

const customFields = {
  renderer: slug(80).meta({ description: 'Names what is shown.' }),
  details: z.record(z.string(), z.unknown()).optional().meta({ description: 'Facts of your own to show.' }),
}

/** The asker's own map beside `renderer`; it may not pose as a fact that the server draws itself. */
function customDetails(renderer: string, details: Record<string, unknown> = {}, reserved: string[] = []) {
  const taken = ['renderer', ...reserved].find((key) => Object.hasOwn(details, key))
  if (taken !== undefined) {
    throw new InteractionError('invalid_request', `details.${taken}: is a name that the server fills in itself.`, {
      param: `details.${taken}`,
    })
  }
  return { renderer, ...(maskWithin(details) as Record<string, unknown>) }
}

/** Anything else, named by `details.renderer` (R36). A tool call is one of these (A1). */
export const custom = defineKind({
  forms: {
    approval: defineForm({
      fields: {
        ...approvalFields,
        ...customFields,
        rows: AskedRows.optional(),
        moves_money: z.boolean().default(false),
        affects_account: z.boolean().optional(),
      },
      build({ renderer, details, rows, moves_money, affects_account, ...input }) {
        const shownRows = rows || input.arguments !== undefined ? toRows(rows, input.arguments) : undefined
        const reserved = ['amount', 'payee', ...(shownRows ? ['rows'] : [])]
        return {
          details: approvalDetails(customDetails(renderer, details, reserved), input, shownRows),
          movesMoney: moves_money,
          presentUser: moves_money || affects_account === true,
        }
      },
      example: {
        kind: 'custom',
        type: 'approval',
        user_id: 'traveller-42',
        summary: 'publish the draft',
        renderer: 'blog_post',
        details: { title: 'Spring in the Alps', words: 840 },
      },
    }),
    question: defineForm({
      fields: { ...customFields, questions: AskedQuestions },
      build: ({ renderer, details, questions }) => ({ details: customDetails(renderer, details), questions }),
      example: {
        kind: 'custom',
        type: 'question',
        user_id: 'traveller-42',
        summary: 'pick a cover',
        renderer: 'cover_picker',
        details: { covers: 2 },
        questions: [{ question: 'Which cover?', options: [{ label: 'Blue' }, { label: 'Green' }] }],
      },
    }),
    handoff: defineForm({
      fields: { ...customFields, ...handoffFields },
      build: ({ renderer, details, ...input }) =>
        buildHandoff(input, customDetails(renderer, details, ['asks_for_value'])),
      example: {
        kind: 'custom',
        type: 'handoff',
        user_id: 'traveller-42',
        summary: 'sign the parcel form',
        renderer: 'courier',
        instructions: 'Sign for the parcel at the door',
      },
    }),
    tool_call: defineForm({
      isNamedByType: true,
      fields: { tool: Tool, rows: AskedRows.optional(), arguments: z.unknown().optional() },
      build: ({ tool, rows, ...input }) => ({
        details: {
          renderer: 'tool_call',
          tool_name: tool.name,
          ...(tool.server !== undefined && { server: tool.server }),
          rows: toRows(rows, input.arguments),
        },
        movesMoney: null,
      }),
      example: {
        type: 'tool_call',
        user_id: 'traveller-42',
        summary: 'run confirm_booking',
        tool: { name: 'confirm_booking', source: 'function' },
        arguments: { pnr: '100042' },
      },
    }),
  },
})
