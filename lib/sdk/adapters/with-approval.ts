import { type DecideOptions, decide } from './decide'

/** What a held call gives in place of its result when there is no yes. */
export interface ToolDenied {
  error: { code: 'tool.denied'; message: string; interaction: string | undefined }
}

export interface ApprovalPolicy<Args> extends DecideOptions {
  /** The name people see. */
  name: string
  /** Which calls are held; all when absent. */
  when?: ((args: Args) => boolean | Promise<boolean>) | undefined
  /** The framework's id of the call, so that a restart finds the same item. */
  idOf?: ((args: Args) => string | undefined) | undefined
}

/**
 * Holds a tool until a person has said yes, then calls it with exactly what they saw; a no becomes a `tool.denied` result.
 */
export function withApproval<Args, Rest extends unknown[], Out>(
  tool: (args: Args, ...rest: Rest) => Out | Promise<Out>,
  policy: ApprovalPolicy<Args>,
): (args: Args, ...rest: Rest) => Promise<Out | ToolDenied> {
  const { name, when, idOf, ...options } = policy
  return async (args, ...rest) => {
    // Nobody can change these while a person looks at them.
    const shown = structuredClone(args)
    if (when && !(await when(shown))) return tool(shown, ...rest)
    const verdict = await decide({ name, arguments: shown, id: idOf?.(shown) }, options)
    if (verdict.approved) return tool(shown, ...rest)
    return { error: { code: 'tool.denied', message: verdict.message, interaction: verdict.id } }
  }
}
