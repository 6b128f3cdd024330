import { z } from 'zod'
import { InteractionError } from './errors'
import { maskRow, maskWithin } from './mask'
import { freeText, oneLine } from './text'

/** One line of facts on a card (contract A30). */
export const Row = z.strictObject({ label: oneLine(1, 80), value: freeText(0, 2000) }).meta({ id: 'Row' })
export type Row = z.infer<typeof Row>

/** A row as the asker sends it: `show: true` keeps a secret-looking value readable (contract K7). */
export const AskedRow = Row.extend({
  show: z.boolean().optional().meta({ description: 'Keeps a value readable whose label looks like that of a secret.' }),
}).meta({ id: 'AskedRow' })
export const AskedRows = z.array(AskedRow).max(30)

/** Money as a decimal string and an ISO 4217 code, never a float (decisions D7). */
export const Amount = z
  .strictObject({
    value: z.string().regex(/^(0|[1-9]\d{0,29})(\.\d{1,18})?$/, {
      error: 'must be a decimal number in a string, such as "500.00"',
    }),
    currency: z.string().regex(/^[A-Z]{3}$/, { error: 'must be an ISO 4217 code, such as "USD"' }),
  })
  .meta({ id: 'Amount' })
export type Amount = z.infer<typeof Amount>

export const Payee = z.strictObject({ name: oneLine(1, 200), id: oneLine(1, 200).optional() }).meta({ id: 'Payee' })
export type Payee = z.infer<typeof Payee>

/** The tool a step would run. Everything but `builtin` belongs to the company (contract K6). */
export const Tool = z
  .strictObject({
    name: oneLine(1, 200),
    server: oneLine(1, 200).optional().meta({ description: 'The MCP server that has it.' }),
    source: z
      .enum(['builtin', 'function', 'mcp'])
      .meta({ description: "builtin: the agent's own. function, mcp: the company's." }),
    read_only: z.boolean().optional().meta({ description: 'A function that changes nothing.' }),
  })
  .meta({ id: 'Tool' })
export type Tool = z.infer<typeof Tool>

/** A tool of the company's MCP servers, or a function of the company's that is not read-only (R69, decisions D18.2). */
export function isCompanyAction(tool: Tool): boolean {
  return tool.source === 'mcp' || (tool.source === 'function' && tool.read_only !== true)
}

export const Option = z.strictObject({ label: oneLine(1, 200), description: freeText(0, 500) }).meta({ id: 'Option' })
export const Question = z
  .strictObject({
    question: freeText(1, 2000),
    header: oneLine(0, 40).meta({ description: 'A short label, or empty.' }),
    options: z
      .array(Option)
      .max(10)
      .meta({ description: 'Suggestions: any text is a valid answer. Empty when there are none.' }),
    multi_select: z.boolean().meta({ description: 'Whether more than one option may be picked.' }),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>

export const AskedQuestions = z
  .array(
    z.strictObject({
      question: freeText(1, 2000),
      header: oneLine(0, 40).default(''),
      options: z
        .array(Option.extend({ description: freeText(0, 500).default('') }))
        .max(10)
        .default([])
        .superRefine((options, ctx) => {
          const seen = new Set<string>()
          for (const [index, option] of options.entries()) {
            if (seen.has(option.label)) {
              ctx.addIssue({ code: 'custom', path: [index, 'label'], message: 'must differ from the other labels' })
            }
            seen.add(option.label)
          }
        }),
      multi_select: z.boolean().default(false),
    }),
  )
  .min(1)
  .max(4)

/**
 * The rows a card shows: the asker's own, or one row for each leaf of `arguments`, masked (K7, decisions D19.11).
 * @throws invalid_request when the arguments cannot be shown whole: a card that hides a part is no basis for a yes.
 */
export function toRows(rows: z.infer<typeof AskedRows> | undefined, args: unknown): Row[] {
  if (rows) return rows.map(maskRow)
  if (args === undefined) return []
  const candidates = [leavesOf(args, ''), branchesOf(args)]
  const fitting = candidates.find((each) => AskedRows.safeParse(each).success)
  if (!fitting) {
    throw new InteractionError(
      'invalid_request',
      'arguments: cannot be shown whole in 30 rows of 80 and 2,000 characters; send `rows` that say what a person must see.',
      { param: 'arguments' },
    )
  }
  return fitting.map(maskRow)
}

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function leavesOf(value: unknown, path: string): Row[] {
  if (!isBranch(value)) return [{ label: path || 'value', value: toText(value) }]
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, `${path}[${index}]`))
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, path ? `${path}.${key}` : key))
}

function branchesOf(value: unknown): Row[] {
  if (!isBranch(value) || Array.isArray(value)) return [{ label: 'value', value: toText(maskWithin(value)) }]
  return Object.entries(value).map(([key, entry]) => ({ label: key, value: toText(maskWithin(entry)) }))
}
