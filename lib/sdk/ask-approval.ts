import type { AskApproval, AskOptions, createAsk, Result } from './ask'
import type { WaitOptions } from './handle'
import type { Decision } from './types'

/** There is no yes: it was denied, withdrawn, expired, is still pending, or nobody can tell. Do not act. */
export class NotApprovedError extends Error {
  /** The item; undefined when it could not even be opened. */
  readonly id: string | undefined
  /** null while it is pending or when it is not known. */
  readonly decision: Decision | null
  /** The note that a person sent with the no. */
  readonly note: string | undefined
  readonly reason: string | undefined
  readonly result: Result | undefined

  constructor(message: string, parts: { id?: string | undefined; result?: Result | undefined; cause?: unknown } = {}) {
    super(message, parts.cause === undefined ? {} : { cause: parts.cause })
    this.name = 'NotApprovedError'
    this.id = parts.id
    this.result = parts.result
    this.decision = parts.result?.decision ?? null
    this.note = parts.result?.message
    this.reason = parts.result?.reason
  }
}

export type AskApprovalOptions = AskOptions & WaitOptions

/**
 * Asks for an approval and waits for it.
 * @returns the result of a yes
 * @throws NotApprovedError for everything else, a network failure and an unknown answer included (fail closed)
 */
export async function askApproval(
  ask: ReturnType<typeof createAsk>,
  fields: AskApproval,
  { timeout, ...options }: AskApprovalOptions = {},
): Promise<Result> {
  let id: string | undefined
  let result: Result
  try {
    const handle = await ask.approval(fields, options)
    id = handle.id
    result = await handle.wait({ timeout, signal: options.signal })
    if ('digest' in handle.interaction && result.digest !== handle.interaction.digest) {
      throw new Error('the answer belongs to something else than what was asked')
    }
  } catch (cause) {
    throw new NotApprovedError(`Not approved: ${cause instanceof Error ? cause.message : String(cause)}`, { id, cause })
  }
  if (isApproved(result, id)) return result
  const note = result.message === undefined ? '' : `: ${result.message}`
  throw new NotApprovedError(`Not approved (${result.decision ?? result.status})${note}`, { id, result })
}

/** A yes and nothing else, to this item. */
export function isApproved(result: Result, id: string): boolean {
  return (
    result.object === 'interaction.result' &&
    result.id === id &&
    result.status === 'resolved' &&
    result.decision === 'approved'
  )
}
