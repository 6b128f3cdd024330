import { z } from 'zod'
import { Amount, AskedQuestions, AskedRows, Payee } from '@/lib/interactions/facts'
import { pickMembers } from '@/lib/mcp/json-parts'
import type { McpTool } from '@/lib/mcp/tool'
import { ask, readWait, toWaited, waitField, waitForResult } from '@/lib/mcp/waiting'
import { access, getVisible } from '@/lib/services/access'

const common = {
  summary: z.string().describe('What you want, in a phrase that a person reads first: `pay, amount $500.00`.'),
  user_id: z.string().optional().describe('Whom it is for. Absent: the company itself.'),
  external_id: z.string().optional().describe('Your id of this step: the same id finds the same item again.'),
  expires_in: z.number().int().optional().describe('Seconds until it expires unanswered; a day when absent.'),
  ...waitField,
}
const commonNames = ['summary', 'user_id', 'external_id', 'expires_in']

const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false }

const requestApproval: McpTool = {
  name: 'request_approval',
  title: 'Ask a person for a yes',
  description: () =>
    'Asks a person for leave to take one step, and waits. Take the step only when the decision is "approved", and ' +
    'exactly as it was shown. Anything else, a pending result included, is no leave.',
  input: () =>
    z.strictObject({
      ...common,
      action: z.string().describe('The tool or step you want to take, by its name.'),
      arguments: z.unknown().optional().describe('What you would call it with; shown to the person as it is.'),
      rows: AskedRows.optional().describe('Facts to show in place of the arguments.'),
      reason: z.string().optional().describe('Why, in your words.'),
      server: z.string().optional().describe('The MCP server of the tool.'),
      moves_money: z.boolean().optional().describe('Whether a yes spends money, where you know it.'),
      affects_account: z.boolean().optional().describe('Whether it signs in, or opens, changes or closes an account.'),
      amount: Amount.optional(),
      payee: Payee.optional(),
    }),
  annotations,
  access: access.ask,
  run(call, args) {
    const { action, server, moves_money } = args.value
    const source = server !== undefined ? 'mcp' : moves_money === undefined ? 'function' : 'builtin'
    const shown = ['arguments', 'rows', 'reason', 'moves_money', 'affects_account', 'amount', 'payee']
    const body = pickMembers(args, [...commonNames, ...shown], {
      kind: 'tool_permission',
      tool: { name: action, source, server },
    })
    return ask(call, body, readWait(args))
  },
}

const askQuestion: McpTool = {
  name: 'ask_question',
  title: 'Ask a person a question',
  description: () =>
    'Asks a person one to four questions, and waits. Offer options where you can; they may still answer in their own words.',
  input: () => z.strictObject({ ...common, questions: AskedQuestions }),
  annotations,
  access: access.ask,
  run: (call, args) =>
    ask(call, pickMembers(args, [...commonNames, 'questions'], { kind: 'ask_question' }), readWait(args)),
}

const handOff: McpTool = {
  name: 'hand_off',
  title: 'Hand one thing over to a person',
  description: () =>
    'Asks a person to do one thing that you cannot, such as a captcha or a code from their phone, and waits. ' +
    '`handoff` says done, could_not or not_now.',
  input: () =>
    z.strictObject({
      ...common,
      instructions: z.string().describe('What the person is to do.'),
      asks_for_value: z.boolean().optional().describe('Whether you need a value back, such as a code.'),
      url: z.string().optional().describe('The page it is about.'),
    }),
  annotations,
  access: access.ask,
  run(call, args) {
    const { url } = args.value
    const body = pickMembers(args, [...commonNames, 'instructions', 'asks_for_value'], {
      kind: 'ask_question',
      type: 'handoff',
      browser: url === undefined ? undefined : { url },
    })
    return ask(call, body, readWait(args))
  },
}

const requestConnection: McpTool = {
  name: 'request_connection',
  title: 'Ask a person to connect an app',
  description: () => 'Asks a person to connect an app of theirs, and waits until it is connected.',
  input: () =>
    z.strictObject({
      ...common,
      app: z.string().describe('The app by its slug: `googlecalendar`.'),
      reason: z.string().optional().describe('Why, in your words.'),
    }),
  annotations,
  access: access.ask,
  /** Only for an agent that was registered with connections on. */
  async isOn({ app, actor }) {
    if (actor.type !== 'key' || actor.agent === null) return false
    return (await app.store.findAgent(actor.mode, actor.agent))?.connections === true
  },
  run: (call, args) =>
    ask(call, pickMembers(args, [...commonNames, 'app', 'reason'], { kind: 'composio_auth' }), readWait(args)),
}

const getResult: McpTool = {
  name: 'get_result',
  title: 'Read what became of something you asked',
  description: () => 'Reads what became of an item that you asked for, and waits for it when nobody has answered yet.',
  input: () => z.strictObject({ interaction: z.string().describe('The id that the ask gave you.'), ...waitField }),
  annotations: { ...annotations, readOnlyHint: true, idempotentHint: true },
  access: access.ask,
  async run(call, args) {
    const { id } = await getVisible(call.ctx, access.ask, String(args.value.interaction))
    return toWaited(call, id, await waitForResult(call, id, readWait(args)))
  },
}

export const askingTools = [requestApproval, askQuestion, handOff, requestConnection, getResult]
