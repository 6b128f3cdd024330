import type { AskHandle, AskToolPermission, Result, Vestra } from '@/lib/sdk'
import { isApproved } from '@/lib/sdk/ask-approval'

/** A call of a tool that is held until a person has decided. */
export interface HeldCall {
  name: string
  arguments: unknown
  /** The framework's id of this call: after a restart it finds the same item again. */
  id?: string | undefined
  /** The MCP server of the tool. */
  server?: string | undefined
  reason?: string | undefined
}

type OwnFields = Omit<AskToolPermission, 'summary' | 'tool' | 'arguments' | 'external_id' | 'user_id' | 'type'>

/** How tool calls are shown, to whom, and how long one waits. */
export interface DecideOptions extends OwnFields {
  vestra: Vestra
  /** Whom it is for; the company itself when absent. */
  userId?: string | undefined
  /** Whose tools these are. A `builtin` one says whether it moves money; a function of yours is approved in person. */
  source?: 'builtin' | 'function' | undefined
  /** A function that only reads. */
  readOnly?: boolean | undefined
  /** What is wanted, in a phrase; made of the tool's name when absent. */
  summarize?: ((call: HeldCall) => string) | undefined
  /** Milliseconds after which no answer is a no. The item goes on waiting. */
  timeout?: number | undefined
  signal?: AbortSignal | undefined
}

export type Verdict = { approved: true; id: string } | { approved: false; id: string | undefined; message: string }

/**
 * Asks a person about one call and waits. A yes counts only for the very arguments that were shown; everything else,
 * a fault on the way included, is a no.
 */
export async function decide(call: HeldCall, options: DecideOptions): Promise<Verdict> {
  let handle: AskHandle | undefined
  try {
    handle = await ask(call, options)
    const result = await handle.wait({ timeout: options.timeout, signal: options.signal })
    if (!isApproved(result, handle.id)) return { approved: false, id: handle.id, message: whyNot(result) }
    const { match, decision } = await handle.verify(call.arguments ?? {})
    if (match === true && decision === 'approved') return { approved: true, id: handle.id }
    return { approved: false, id: handle.id, message: 'Denied: what was approved is not what would be done.' }
  } catch (error) {
    const message = `Denied: nobody could be asked (${error instanceof Error ? error.message : String(error)}).`
    return { approved: false, id: handle?.id, message }
  }
}

/** All at once: a person may answer them in any order. */
export function decideAll(calls: HeldCall[], options: DecideOptions): Promise<Verdict[]> {
  return Promise.all(calls.map((call) => decide(call, options)))
}

function ask(call: HeldCall, options: DecideOptions): Promise<AskHandle> {
  const { vestra, userId, source = 'function', readOnly, summarize, timeout: _, signal, ...own } = options
  const { name, server } = call
  const tool = server === undefined ? { name, source } : { name, source: 'mcp' as const, server }
  return vestra.ask.approval(
    {
      ...own,
      summary: summarize?.(call) ?? `use ${name}`.slice(0, 200),
      tool: { ...tool, ...(readOnly !== undefined && { read_only: readOnly }) },
      arguments: call.arguments ?? {},
      ...(userId !== undefined && { user_id: userId }),
      ...(call.reason !== undefined && { reason: call.reason }),
    },
    { externalId: call.id, signal },
  )
}

/** For the model to read. */
export function whyNot(result: Result): string {
  if (result.message !== undefined) return `Denied by a person: ${result.message}`
  const why = { denied: 'a person said no', cancelled: 'it was withdrawn', expired: 'nobody answered in time' }
  const known = result.decision !== null && Object.hasOwn(why, result.decision)
  return `Denied: ${known ? why[result.decision as keyof typeof why] : 'nobody has answered yet'}.`
}
