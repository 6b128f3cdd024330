import type { Interaction, Question, Result, Row } from '@/lib/sdk'
import { printable } from './run'

const minuteMs = 60_000

function timeLeft(expiresAt: string | null, nowMs: number): string {
  if (expiresAt === null) return 'no deadline'
  const minutes = Math.round((Date.parse(expiresAt) - nowMs) / minuteMs)
  if (minutes < 1) return 'less than a minute left'
  if (minutes < 120) return `${minutes} min left`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h left` : `${Math.round(hours / 24)} days left`
}

function marks(item: Interaction): string[] {
  return [
    ...(item.moves_money ? ['moves money'] : []),
    ...(item.requires_present_user ? ['needs the person present'] : []),
  ]
}

/** One line: id, type, what is wanted, what to know before a yes. */
export function toLine(item: Interaction, nowMs = Date.now()): string {
  const state = item.status === 'pending' ? timeLeft(item.expires_at, nowMs) : (item.outcome?.decision ?? item.status)
  return [item.id, item.type.padEnd(9), printable(item.summary), [...marks(item), state].join(', ')].join('  ')
}

/** Everything a person needs to decide. */
export function toCard(item: Interaction, nowMs = Date.now()): string {
  const details = Object.entries(item.details).filter(([name]) => name !== 'rows' && name !== 'renderer')
  const rows = (item.details.rows ?? []) as Row[]
  const lines = [
    printable(item.summary),
    ...details.map(([name, value]) => `  ${name}: ${toText(value)}`),
    ...rows.map(({ label, value }) => `  ${printable(label)}: ${printable(value)}`),
    ...(item.browser?.url ? [`  page: ${printable(item.browser.url)}`] : []),
    ...(item.questions ?? []).flatMap(questionLines),
    '',
    `${item.id}  ${item.type} (${item.kind})${item.user_id === null ? '' : `, for ${printable(item.user_id)}`}`,
    ...marks(item),
    ...stateLines(item, nowMs),
  ]
  return lines.join('\n')
}

const toText = (value: unknown) => printable(typeof value === 'string' ? value : JSON.stringify(value))

function questionLines({ question, options, multi_select }: Question): string[] {
  return [
    `  ${printable(question)}${multi_select ? ' (one or more)' : ''}`,
    ...options.map(
      ({ label, description }) => `    - ${printable(label)}${description && `: ${printable(description)}`}`,
    ),
  ]
}

function stateLines(item: Interaction, nowMs: number): string[] {
  const { outcome } = item
  if (!outcome) return [`${item.status}, ${timeLeft(item.expires_at, nowMs)}`, ...howToAnswer(item)]
  return [
    `${outcome.decision} at ${item.resolved_at}`,
    ...(outcome.answers ?? []).map((answer) => `  answer: ${printable(answer)}`),
    ...(outcome.message === undefined ? [] : [`  note: ${printable(outcome.message)}`]),
    ...(outcome.reason === undefined ? [] : [`  reason: ${printable(outcome.reason)}`]),
  ]
}

const flags: Record<Interaction['type'], string> = {
  approval: '--approve | --deny [--message TEXT]',
  question: '--answer TEXT (once for each question) | --skip',
  connect: '--deny (the user connects the app in the inbox)',
  handoff: '--done | --could-not | --not-now',
  tool_call: '--output JSON | --error TEXT',
}

/** What nobody answers. The domain's own table would bring its schemas into the command. */
const readOnly: Partial<Record<Interaction['kind'], true>> = { plan_limit: true }

function howToAnswer(item: Interaction): string[] {
  if (readOnly[item.kind]) return ['Read only: its agent ends it.']
  const present = item.requires_present_user ? ' --present-user' : ''
  const usage = flags[item.type].replace('--approve', `--approve${present}`)
  const value = item.details.asks_for_value === true ? ' | --answer TEXT' : ''
  return [`vestra answer ${item.id} ${usage}${value}`]
}

/** What became of an ask. */
export function toOutcomeLine(result: Result): string {
  const parts = [
    result.decision ?? 'still pending',
    ...(result.handoff === undefined ? [] : [result.handoff]),
    ...(result.answers ?? []),
    ...('output' in result ? [JSON.stringify(result.output)] : []),
    ...(result.error === undefined ? [] : [result.error]),
    ...(result.message === undefined ? [] : [result.message]),
    ...(result.reason === undefined || result.reason === result.handoff ? [] : [result.reason]),
  ]
  return parts.map(printable).join('\n')
}
