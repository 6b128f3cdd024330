import { forms } from '@/lib/interactions/kinds'
import type { Type } from '@/lib/interactions/kinds/define'

/** The body that the form of a kind and type documents as its example. */
export function exampleOf(kind: string, type: Type): Record<string, unknown> {
  const found = forms.find((each) => each.kind === kind && each.type === type)
  if (!found) throw new Error(`${kind} is not asked for as ${type}`)
  return structuredClone(found.form.example)
}

const user_id = 'traveller-42'
const question = (text: string) => ({ question: text, options: [{ label: 'Yes' }, { label: 'No' }] })

/** The items that contract section 10 names by letters. */
export const asks = {
  /** An approval that needs no present person. */
  A: { kind: 'custom', type: 'approval', user_id, summary: 'publish the draft', renderer: 'blog_post' },
  /** Money. */
  M: exampleOf('tool_permission', 'approval'),
  /** In person. */
  H: exampleOf('hands_approval', 'approval'),
  Q1: { kind: 'ask_question', user_id, summary: 'one question', questions: [question('Now?')] },
  Q2: { kind: 'ask_question', user_id, summary: 'two questions', questions: [question('Now?'), question('Here?')] },
  HO: exampleOf('ask_question', 'handoff'),
  /** A hand-off that asks for one value. */
  HOv: {
    kind: 'ask_question',
    type: 'handoff',
    user_id,
    summary: 'the code',
    instructions: 'Code?',
    asks_for_value: true,
  },
  CN: exampleOf('composio_auth', 'connect'),
  TC: exampleOf('custom', 'tool_call'),
  PL: exampleOf('plan_limit', 'approval'),
  /** A tool of the company's MCP servers. */
  mcp: { kind: 'tool_permission', user_id, summary: 'run it', tool: { name: 'deploy', server: 'ops', source: 'mcp' } },
  /** A function of the company's that changes something. */
  fn: { kind: 'tool_permission', user_id, summary: 'run it', tool: { name: 'refund', source: 'function' } },
  fnReadOnly: {
    kind: 'tool_permission',
    user_id,
    summary: 'look it up',
    tool: { name: 'look_up', source: 'function', read_only: true },
  },
} as const satisfies Record<string, Record<string, unknown>>

export type AskName = keyof typeof asks

/** FF D8 FF and some more: the smallest thing that begins as a JPEG does. */
export const jpegFrame = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]).toString('base64')}`
