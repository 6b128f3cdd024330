import { type DecideOptions, decide, whyNot } from './decide'

/** As a run of AG-UI ends with them: `RUN_FINISHED.outcome.interrupts`. */
interface Interrupt {
  id: string
  reason: string
  message?: string | undefined
  toolCallId?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

interface ResumeEntry {
  interruptId: string
  status: 'resolved' | 'cancelled'
  payload?: unknown
}

interface ToolCall {
  name: string
  arguments: unknown
}

export interface AgUiOptions extends DecideOptions {
  /** The call an interrupt is about, from the messages of the run. */
  toolCallOf?: ((toolCallId: string) => ToolCall | undefined) | undefined
}

/**
 * AG-UI: asks a person about every open interrupt; all must be answered before the next run.
 * @returns the `resume` of the next run: a no is `resolved` with `{approved: false}`, no answer at all is `cancelled`
 */
export function toResume(interrupts: readonly Interrupt[], options: AgUiOptions): Promise<ResumeEntry[]> {
  return Promise.all(interrupts.map((interrupt) => answer(interrupt, options)))
}

async function answer(interrupt: Interrupt, { toolCallOf, ...options }: AgUiOptions): Promise<ResumeEntry> {
  const { id: interruptId, reason, message = reason, toolCallId } = interrupt
  if (reason === 'input_required') return answerQuestion(interruptId, message, options)
  const call = toolCallId === undefined ? undefined : toolCallOf?.(toolCallId)
  const verdict = await decide(
    { name: call?.name ?? reason, arguments: call?.arguments ?? { message }, id: interruptId, reason: message },
    options,
  )
  const payload = verdict.approved ? { approved: true } : { approved: false, reason: verdict.message }
  return { interruptId, status: 'resolved', payload }
}

async function answerQuestion(interruptId: string, question: string, options: DecideOptions): Promise<ResumeEntry> {
  const { vestra, userId, timeout, signal } = options
  const summary = question.replace(/\s+/g, ' ').slice(0, 200)
  const fields = { summary, questions: [{ question }], ...(userId !== undefined && { user_id: userId }) }
  const handle = await vestra.ask.question(fields, { externalId: interruptId, signal })
  const result = await handle.wait({ timeout, signal })
  const [value] = result.answers ?? []
  if (result.decision === 'answered') return { interruptId, status: 'resolved', payload: { value } }
  return { interruptId, status: 'cancelled', payload: { reason: whyNot(result) } }
}
