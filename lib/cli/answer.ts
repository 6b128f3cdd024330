import { type Command, Option } from 'commander'
import type { AnswerBody, Interaction, Page } from '@/lib/sdk'
import { readJsonArgument } from './json-argument'
import { type Cli, collect, run, UsageError } from './run'
import { toCard, toLine } from './show'

const typeNames = ['approval', 'question', 'connect', 'handoff', 'tool_call']
const statusNames = ['pending', 'resolved', 'cancelled', 'expired']

interface Filters {
  userId?: string
  conversationId?: string
  taskId?: string
  type?: string
  kind?: string
  status?: string
  agent?: string
  movesMoney?: string
  createdAfter?: string
  createdBefore?: string
  search?: string
  limit?: string
  cursor?: string
}

interface Shapes {
  approve?: true
  deny?: true
  skip?: true
  answer: string[]
  done?: true
  couldNot?: true
  notNow?: true
  output?: string
  error?: string
}

interface AnswerOptions extends Filters, Shapes {
  json?: true
  presentUser?: true
  message?: string
  nonce?: string
  idempotencyKey?: string
}

/** `vestra answer`: what waits, one of it, or an answer to it (contract section 11). */
export function addAnswerCommand(program: Command, cli: Cli): void {
  const answer = program
    .command('answer')
    .description('list what waits, show one item, or answer it')
    .argument('[id]', 'the item, int_… or call_…')
    .option('--user-id <id>', "only this user's")
    .option('--conversation-id <id>', "only this conversation's")
    .option('--task-id <id>', "only this task's")
    .addOption(new Option('--type <type>', 'only this type').choices(typeNames))
    .option('--kind <kind>', 'only this kind')
    .addOption(new Option('--status <status>', 'pending when absent').choices(statusNames))
    .option('--agent <name>', "only this agent's")
    .addOption(
      new Option('--moves-money <yes>', 'only what moves money, or only what does not').choices(['true', 'false']),
    )
    .option('--created-after <time>', 'only what was opened after this ISO time')
    .option('--created-before <time>', 'only what was opened before this ISO time')
    .option('--search <text>', "only what has this text in its summary or its agent's name")
    .option('--limit <n>', 'items on a page, 1 to 100')
    .option('--cursor <cursor>', 'the next_cursor of the page before')
    .option('--approve', 'say yes to an approval')
    .option('--deny', 'say no')
    .option('--skip', 'skip a question')
    .option('--present-user', 'the person who saw it said yes')
    .option('--message <text>', 'a note that goes with a no')
    .option('--nonce <nonce>', 'of an action approved in person; read from the item when absent')
    .option('--answer <text>', 'the answer to a question; once for each', collect, [])
    .option('--done', 'a hand-off: the person did it')
    .option('--could-not', 'a hand-off: the person tried and could not')
    .option('--not-now', 'a hand-off: carry on without it')
    .option('--output <json>', 'what your tool returned: JSON, @file, or - for standard input')
    .option('--error <text>', 'why your tool failed')
    .option('--idempotency-key <key>', 'to send the same answer again safely')
    .option('--json', "print the API's body and nothing else")
    .action((id: string | undefined, options: AnswerOptions) =>
      run(cli, () => (id === undefined ? list(cli, options) : showOrAnswer(cli, id, options))),
    )

  answer
    .command('cancel')
    .description('withdraw an item')
    .argument('<id>')
    .option('--reason <text>', 'why')
    .option('--json', "print the API's body and nothing else")
    .action((id: string, _own: unknown, command: Command) => {
      const { reason, json } = command.optsWithGlobals<{ reason?: string; json?: true }>()
      return run(cli, async () => {
        const body = reason === undefined ? undefined : { reason }
        const text = await cli.vestra.requestText({ method: 'POST', path: pathOf(id, '/cancel'), body })
        cli.terminal.out(json ? text : `Withdrawn: ${toLine(JSON.parse(text) as Interaction)}`)
      })
    })
}

const pathOf = (id: string, rest = '') => `/v1/interactions/${encodeURIComponent(id)}${rest}`

async function list(cli: Cli, options: AnswerOptions): Promise<void> {
  if (namesOfShapes(options).length > 0) throw new UsageError('Name the item to answer: vestra answer <id> …')
  const { type, kind, status, agent, limit, cursor } = options
  const query = {
    user_id: options.userId,
    conversation_id: options.conversationId,
    task_id: options.taskId,
    type,
    kind,
    status,
    agent,
    moves_money: options.movesMoney,
    created_after: options.createdAfter,
    created_before: options.createdBefore,
    q: options.search,
    limit,
    cursor,
  }
  const text = await cli.vestra.requestText({ method: 'GET', path: '/v1/interactions', query })
  if (options.json) return cli.terminal.out(text)
  const page = JSON.parse(text) as Page<Interaction>
  for (const item of page.data) cli.terminal.out(toLine(item))
  if (page.data.length === 0) cli.terminal.out(status === undefined ? 'Nothing waits.' : 'There is none.')
  if (page.next_cursor !== null) cli.terminal.out(`More: --cursor ${page.next_cursor}`)
}

async function showOrAnswer(cli: Cli, id: string, options: AnswerOptions): Promise<void> {
  const filters = [
    ...['userId', 'conversationId', 'taskId', 'type', 'kind', 'status', 'agent', 'movesMoney'],
    ...['createdAfter', 'createdBefore', 'search', 'limit', 'cursor'],
  ] as (keyof Filters)[]
  const filter = filters.find((name) => options[name] !== undefined)
  if (filter !== undefined) throw new UsageError('The filters go with the list; leave them out beside an id.')
  const body = await toBody(cli, options)
  if (body === null) {
    const text = await cli.vestra.requestText({ method: 'GET', path: pathOf(id) })
    return cli.terminal.out(options.json ? text : toCard(JSON.parse(text) as Interaction))
  }
  const text = await cli.vestra.requestText({
    method: 'POST',
    path: pathOf(id, '/answer'),
    body: await withNonce(cli, id, body),
    idempotencyKey: options.idempotencyKey,
  })
  if (options.json) return cli.terminal.out(text)
  const { type, status } = JSON.parse(text) as { type: string; status: string }
  cli.terminal.out(`${id}: ${type} ${status}`)
}

function namesOfShapes(options: AnswerOptions): string[] {
  const given = (['approve', 'deny', 'skip', 'done', 'couldNot', 'notNow', 'output', 'error'] as const).filter(
    (name) => options[name] !== undefined,
  )
  return options.answer.length > 0 ? [...given, 'answer'] : given
}

/** The answer that the flags say, or null for none. A tool's output stays the text that was given. */
async function toBody(cli: Cli, options: AnswerOptions): Promise<AnswerBody | string | null> {
  const shapes = namesOfShapes(options)
  const { presentUser, message, nonce } = options
  if (shapes.length > 1) throw new UsageError('Give exactly one answer.')
  const [shape] = shapes
  const isApproval = shape === 'approve' || shape === 'deny' || shape === 'skip'
  if (!isApproval && (presentUser || message !== undefined || nonce !== undefined)) {
    throw new UsageError('--present-user, --message and --nonce go with --approve or --deny.')
  }
  switch (shape) {
    case undefined:
      return null
    case 'approve':
    case 'deny':
    case 'skip':
      return {
        approve: shape === 'approve',
        ...(presentUser && { present_user: true }),
        ...(message !== undefined && { message }),
        ...(nonce !== undefined && { nonce }),
      }
    case 'answer':
      return { answers: options.answer }
    case 'done':
      return { done: true }
    case 'couldNot':
      return { could_not: true }
    case 'notNow':
      return { not_now: true }
    case 'output':
      return `{"output":${await readJsonArgument(cli.terminal, '--output', options.output ?? '')}}`
    default:
      return { error: options.error ?? '' }
  }
}

/** A yes to an action approved in person sends its nonce back; it is read from the item. */
async function withNonce(cli: Cli, id: string, body: AnswerBody | string): Promise<AnswerBody | string> {
  if (typeof body === 'string' || body.approve !== true || body.nonce !== undefined) return body
  const { nonce } = await cli.vestra.answer.get(id)
  return nonce === undefined ? body : { ...body, nonce }
}
