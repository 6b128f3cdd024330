import type { Result } from '@/lib/sdk'
import { type DecideOptions, decide, decideAll, whyNot } from './decide'

/** An interrupt as `invoke` gives it in `__interrupt__`. */
interface Interrupt {
  id?: string | undefined
  value?: unknown
}

interface HitlRequest {
  actionRequests: { name: string; args: Record<string, unknown>; description?: string }[]
  reviewConfigs?: { actionName: string; allowedDecisions: string[] }[]
}

/** The form of Agent Inbox. */
interface HumanInterrupt {
  action_request: { action: string; args: Record<string, unknown> }
  config: { allow_accept?: boolean; allow_respond?: boolean; allow_edit?: boolean; allow_ignore?: boolean }
  description?: string
}

type HumanResponse =
  | { type: 'accept'; args: HumanInterrupt['action_request'] }
  | { type: 'response'; args: string }
  | { type: 'ignore'; args: null }

/** What the person cannot do here: change the arguments. */
export class UnsupportedInterruptError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnsupportedInterruptError'
  }
}

/**
 * LangGraph and LangChain: asks a person about every interrupt.
 * @returns what to resume with, by the interrupt's id: `new Command({ resume })`
 * @throws UnsupportedInterruptError for an interrupt that only editing could answer
 */
export async function toResume(
  interrupts: readonly Interrupt[],
  options: DecideOptions,
): Promise<Record<string, unknown>> {
  const answers = await Promise.all(interrupts.map((interrupt) => answerInterrupt(interrupt, options)))
  return Object.fromEntries(interrupts.map(({ id = '' }, index) => [id, answers[index]]))
}

function answerInterrupt({ id, value }: Interrupt, options: DecideOptions): Promise<unknown> {
  if (isHitlRequest(value)) return toHitlResponse(value, id, options)
  const [first] = [value].flat()
  if (isHumanInterrupt(first)) {
    return Promise.all(
      ([value].flat() as HumanInterrupt[]).map((each, at) => toHumanResponse(each, idOf(id, at), options)),
    )
  }
  return ask(typeof value === 'string' ? value : JSON.stringify(value), id, options).then(
    (result) => result.answers?.[0] ?? null,
  )
}

const idOf = (id: string | undefined, at: number) => (id === undefined ? undefined : `${id}:${at}`)

function isHitlRequest(value: unknown): value is HitlRequest {
  return typeof value === 'object' && value !== null && 'actionRequests' in value && Array.isArray(value.actionRequests)
}

function isHumanInterrupt(value: unknown): value is HumanInterrupt {
  return typeof value === 'object' && value !== null && 'action_request' in value && 'config' in value
}

/** One item for each action; the decisions come back in their order. */
async function toHitlResponse(
  { actionRequests, reviewConfigs = [] }: HitlRequest,
  id: string | undefined,
  options: DecideOptions,
) {
  for (const { name } of actionRequests) {
    const allowed = reviewConfigs.find(({ actionName }) => actionName === name)?.allowedDecisions
    if (allowed && !(allowed.includes('approve') && allowed.includes('reject'))) {
      throw new UnsupportedInterruptError(
        `${name}: allow "approve" and "reject". A person here says yes or no to what they see; editing is not offered.`,
      )
    }
  }
  const calls = actionRequests.map(({ name, args, description }, at) => ({
    name,
    arguments: args,
    id: idOf(id, at),
    reason: description,
  }))
  const verdicts = await decideAll(calls, options)
  return {
    decisions: verdicts.map((verdict) =>
      verdict.approved ? { type: 'approve' } : { type: 'reject', message: verdict.message },
    ),
  }
}

async function toHumanResponse(
  { action_request, config, description }: HumanInterrupt,
  id: string | undefined,
  options: DecideOptions,
): Promise<HumanResponse> {
  const { action, args } = action_request
  if (config.allow_accept) {
    const verdict = await decide({ name: action, arguments: args, id, reason: description }, options)
    if (verdict.approved) return { type: 'accept', args: action_request }
    return config.allow_respond ? { type: 'response', args: verdict.message } : { type: 'ignore', args: null }
  }
  if (!config.allow_respond) {
    throw new UnsupportedInterruptError(`${action}: allow accepting or responding. Editing is not offered.`)
  }
  const result = await ask(description ?? action, id, options)
  const words = result.answers?.[0] ?? result.message
  return words === undefined ? { type: 'ignore', args: null } : { type: 'response', args: words }
}

async function ask(question: string, id: string | undefined, options: DecideOptions): Promise<Result> {
  const { vestra, userId, timeout, signal } = options
  const fields = {
    summary: question.replace(/\s+/g, ' ').slice(0, 200),
    questions: [{ question }],
    ...(userId !== undefined && { user_id: userId }),
  }
  const handle = await vestra.ask.question(fields, { externalId: id, signal })
  const result = await handle.wait({ timeout, signal })
  return result.decision === 'answered' ? result : { ...result, answers: [], message: result.message ?? whyNot(result) }
}
