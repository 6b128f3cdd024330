import { type Command, Option } from 'commander'
import { readJsonArgument } from './json-argument'
import { type Cli, collect, exitCodes, run, UsageError } from './run'
import { toOutcomeLine } from './show'

const wishes = ['approval', 'question', 'handoff', 'connect', 'tool-call', 'plan'] as const
type Wish = (typeof wishes)[number]

interface AskOptions {
  summary: string
  userId?: string
  externalId?: string
  expiresIn?: string
  tool?: string
  source: 'builtin' | 'function' | 'mcp'
  server?: string
  readOnly?: true
  movesMoney?: boolean
  arguments?: string
  row: string[]
  reason?: string
  question: string[]
  option: string[]
  instructions?: string
  asksForValue?: true
  app?: string
  step: string[]
  body?: string
  wait?: string | true
  json?: true
}

/** `vestra ask`: opens an item, and with `--wait` goes on only after a yes or an answer. */
export function addAskCommand(program: Command, cli: Cli): void {
  program
    .command('ask')
    .description('ask for an approval, an answer, a hand-off, an app, a call to a tool, or leave for a plan')
    .argument('<what>', wishes.join(' | '))
    .requiredOption('--summary <text>', 'what is wanted, in a phrase')
    .option('--user-id <id>', 'whom it is for; your company itself when absent')
    .option('--external-id <id>', 'the same id gives the same item, also after a restart')
    .option('--expires-in <seconds>', 'until when it waits')
    .option('--tool <name>', 'the tool of an approval or a call')
    .addOption(new Option('--source <source>').choices(['builtin', 'function', 'mcp']).default('function'))
    .option('--server <name>', 'the MCP server of the tool')
    .option('--read-only', 'the tool only reads')
    .option('--moves-money', 'a yes spends money (of a built-in tool)')
    .option('--no-moves-money', 'a yes spends no money (of a built-in tool)')
    .option('--arguments <json>', 'shown as rows: JSON, @file, or -')
    .option('--row <label=value>', 'a line of facts; may be repeated', collect, [])
    .option('--reason <text>', 'why')
    .option('--question <text>', 'may be repeated', collect, [])
    .option('--option <label>', 'an answer to suggest for the last question; may be repeated', collect, [])
    .option('--instructions <text>', 'what the person of a hand-off is to do')
    .option('--asks-for-value', 'the hand-off asks for a value, such as a code')
    .option('--app <slug>', 'the app to connect')
    .option('--step <text>', 'a step of the plan; may be repeated', collect, [])
    .option('--body <json>', "further fields of the API's body: JSON, @file, or -")
    .option('--wait [seconds]', 'wait for the end; exit 0 only when it was approved or answered')
    .option('--json', "print the API's body and nothing else")
    .action((what: string, options: AskOptions) => run(cli, () => ask(cli, what, options)))
}

async function ask(cli: Cli, what: string, options: AskOptions): Promise<void> {
  const wish = wishes.find((name) => name === what)
  if (!wish) throw new UsageError(`Ask for one of ${wishes.join(', ')}.`)
  const waitMs = readWait(options.wait)
  const body = await toBody(cli, wish, options)
  const text = await cli.vestra.requestText({ method: 'POST', path: '/v1/interactions', body })
  const { id } = JSON.parse(text) as { id: string }
  if (waitMs === null) return cli.terminal.out(options.json ? text : id)
  const handle = await cli.vestra.ask.resume(id, { signal: cli.terminal.signal })
  if (!options.json) cli.terminal.err(`Waiting for ${id} …`)
  const result = await handle.wait({ timeout: waitMs, signal: cli.terminal.signal })
  const isYes = result.decision === 'approved' || result.decision === 'answered'
  if (!isYes || result.error !== undefined) cli.exit(exitCodes.refused)
  const path = `/v1/interactions/${id}/result`
  cli.terminal.out(options.json ? await cli.vestra.requestText({ method: 'GET', path }) : toOutcomeLine(result))
}

function readWait(given: string | true | undefined): number | undefined | null {
  if (given === undefined) return null
  if (given === true) return undefined
  if (!/^\d+$/.test(given)) throw new UsageError('--wait: is a number of seconds, or nothing to wait until the end.')
  return Number(given) * 1000
}

async function toBody(cli: Cli, wish: Wish, options: AskOptions): Promise<string> {
  const { summary, userId, externalId, expiresIn } = options
  if (expiresIn !== undefined && !/^\d+$/.test(expiresIn)) throw new UsageError('--expires-in: is a number of seconds.')
  const fields = {
    ...formOf[wish](options),
    summary,
    ...(userId !== undefined && { user_id: userId }),
    ...(externalId !== undefined && { external_id: externalId }),
    ...(expiresIn !== undefined && { expires_in: Number(expiresIn) }),
    ...(options.row.length > 0 && { rows: options.row.map(toRow) }),
    ...(options.reason !== undefined && { reason: options.reason }),
    ...(await furtherFields(cli, options.body)),
  }
  const text = JSON.stringify(fields)
  if (options.arguments === undefined) return text
  const shown = await readJsonArgument(cli.terminal, '--arguments', options.arguments)
  return `${text.slice(0, -1)},"arguments":${shown}}`
}

async function furtherFields(cli: Cli, given: string | undefined): Promise<object> {
  if (given === undefined) return {}
  const value: unknown = JSON.parse(await readJsonArgument(cli.terminal, '--body', given))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new UsageError('--body: must be a JSON object.')
}

const formOf: Record<Wish, (options: AskOptions) => object> = {
  approval: (options) =>
    options.tool === undefined
      ? { kind: 'custom', type: 'approval', renderer: 'command', ...money(options) }
      : { kind: 'tool_permission', tool: toTool(options), ...money(options) },
  question: ({ question, option }) => ({
    kind: 'ask_question',
    questions: question.map((text, index) => ({
      question: text,
      ...(index === question.length - 1 && { options: option.map((label) => ({ label })) }),
    })),
  }),
  handoff: ({ instructions, asksForValue }) => ({
    kind: 'ask_question',
    type: 'handoff',
    instructions,
    ...(asksForValue && { asks_for_value: true }),
  }),
  connect: ({ app }) => ({ kind: 'composio_auth', app }),
  'tool-call': (options) => ({ type: 'tool_call', tool: toTool(options) }),
  plan: ({ step }) => ({ kind: 'exit_plan', steps: step }),
}

const money = ({ movesMoney }: AskOptions) => movesMoney !== undefined && { moves_money: movesMoney }

const toTool = ({ tool, source, server, readOnly }: AskOptions) => ({
  name: tool,
  source,
  ...(server !== undefined && { server }),
  ...(readOnly && { read_only: true }),
})

function toRow(given: string) {
  const at = given.indexOf('=')
  if (at < 1) throw new UsageError('--row: is written label=value.')
  return { label: given.slice(0, at), value: given.slice(at + 1) }
}
