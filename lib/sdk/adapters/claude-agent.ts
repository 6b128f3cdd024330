import { askForClaudeTool } from '@/lib/interactions/claude-tool'
import type { Kind } from '@/lib/sdk'
import { isApproved } from '@/lib/sdk/ask-approval'
import { type DecideOptions, whyNot } from './decide'

type PermissionResult =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string }

interface ToolUse {
  signal?: AbortSignal | undefined
  toolUseID?: string | undefined
}

/**
 * Claude Agent SDK: the `canUseTool` of `query({ options })`. Questions of Claude are asked as questions, its plan as a
 * plan, anything else as a step with a tool. A person cannot change the input; that is not offered.
 */
export function createCanUseTool(options: Pick<DecideOptions, 'vestra' | 'userId' | 'timeout' | 'signal'>) {
  return async (toolName: string, input: Record<string, unknown>, use: ToolUse = {}): Promise<PermissionResult> => {
    const shown = structuredClone(input)
    const signals = [options.signal, use.signal].filter((each) => each !== undefined)
    const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
    const { body, toInput } = askForClaudeTool(toolName, shown)
    const { kind, ...asked } = body
    const fields = { ...asked, ...(options.userId !== undefined && { user_id: options.userId }) }
    try {
      const handle = await options.vestra.ask(kind as Kind, fields as never, { externalId: use.toolUseID, signal })
      const result = await handle.wait({ timeout: options.timeout, signal })
      if (kind === 'ask_question' && result.decision === 'answered' && result.id === handle.id) {
        return { behavior: 'allow', updatedInput: toInput(result.answers) }
      }
      const isYes = isApproved(result, handle.id)
      if (isYes && (kind !== 'tool_permission' || (await handle.verify(shown)).match === true)) {
        return { behavior: 'allow', updatedInput: toInput(undefined) }
      }
      return { behavior: 'deny', message: whyNot(result) }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { behavior: 'deny', message: `Denied: nobody could be asked (${why}).` }
    }
  }
}
