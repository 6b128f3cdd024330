import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import type { Type } from '@/lib/interactions/interaction'
import type { JsonObject } from '@/lib/interactions/json-text'
import { typeSpec } from '@/lib/interactions/types'
import { access, getVisible } from '@/lib/services/access'
import { openInteraction } from '@/lib/services/open-interaction'
import { readResult } from '@/lib/services/read-interactions'
import { type Call, toResult } from './tool'

const pollSeconds = 10
const maxWaitSeconds = 600
const comeBackSeconds = 30

/** Without progress, clients give a tool up after a minute. */
const defaultWaitSeconds = 45

export const waitField = {
  wait: z
    .number()
    .int()
    .min(0)
    .max(maxWaitSeconds)
    .optional()
    .describe(`Seconds to wait for a person, at most ${maxWaitSeconds}; ${defaultWaitSeconds} when absent.`),
}

/** @throws invalid_request */
export function readWait({ value }: JsonObject): number {
  const { wait = defaultWaitSeconds } = value
  if (typeof wait === 'number' && Number.isInteger(wait) && wait >= 0 && wait <= maxWaitSeconds) return wait
  const message = `wait: must be a whole number from 0 to ${maxWaitSeconds}.`
  throw new InteractionError('invalid_request', message, { param: 'wait' })
}

/** What became of an item after a wait, with word every few seconds that it still goes on. */
export async function waitForResult({ ctx, progress }: Call, id: string, waitSeconds: number): Promise<string> {
  for (let elapsed = 0; ; elapsed += pollSeconds) {
    const wait = Math.min(pollSeconds, waitSeconds - elapsed)
    if (wait > 0) await progress(elapsed, waitSeconds)
    const item = await getVisible(ctx, access.ask, id)
    const { body } = await readResult(ctx, item, { wait })
    const isOver = (JSON.parse(body) as { status: string }).status !== 'pending'
    if (isOver || elapsed + wait >= waitSeconds || ctx.signal.aborted) return body
  }
}

/** Opens an item and waits for it. */
export async function ask(call: Call, body: JsonObject, waitSeconds: number): Promise<CallToolResult> {
  const opened = await openInteraction(call.ctx, body, { idempotency: null })
  const { id } = JSON.parse(opened.body) as { id: string }
  return toWaited(call, id, await waitForResult(call, id, waitSeconds))
}

/** The result as it is, and what to do next where there is none yet. */
export function toWaited({ ctx }: Call, id: string, json: string): CallToolResult {
  const { status, decision, type } = JSON.parse(json) as { status: string; decision: string | null; type: Type }
  const url = `${ctx.app.config.publicUrl}/inbox/${id}`
  const next =
    status === 'pending'
      ? `Nobody has answered yet. Do not go on as if they had. A person answers at ${url}; call get_result with ` +
        `interaction "${id}" again in ${comeBackSeconds} seconds or later.`
      : typeSpec(type).takesYes && decision !== 'approved'
        ? 'There is no yes: do not take this step.'
        : undefined
  const further = {
    interaction: id,
    url,
    ...(status === 'pending' && { retry_after_seconds: comeBackSeconds }),
    ...(next !== undefined && { next }),
  }
  // The output's text stays as it was sent.
  return toResult(`${json.slice(0, -1)},${JSON.stringify(further).slice(1)}`)
}
