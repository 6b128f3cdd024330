import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { askForClaudeTool } from '@/lib/interactions/claude-tool'
import { parseWith } from '@/lib/interactions/invalid'
import { toJsonObject } from '@/lib/interactions/json-text'
import type { McpTool } from '@/lib/mcp/tool'
import { waitForResult } from '@/lib/mcp/waiting'
import { access } from '@/lib/services/access'
import { openInteraction } from '@/lib/services/open-interaction'

const PermissionPrompt = z.strictObject({
  tool_name: z.string().describe('The tool that asks for leave.'),
  input: z.record(z.string(), z.unknown()).describe('What it would be called with.'),
  tool_use_id: z.string().optional().describe('The id of this call: after a restart it finds the same item.'),
})

const lifeSeconds = 86_400

type Verdict = { behavior: 'allow'; updatedInput: Record<string, unknown> } | { behavior: 'deny'; message: string }

const toVerdictResult = (verdict: Verdict): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(verdict) }],
})

interface Outcome {
  decision: string | null
  answers?: string[]
  message?: string
}

/** For `claude --permission-prompt-tool mcp__vestra__permission_prompt`: a person decides on each tool call. */
export const permissionPromptTool: McpTool = {
  name: 'permission_prompt',
  title: 'Let a person decide on a tool call',
  description: () =>
    'For clients that ask before each tool call: a person sees the call and says yes or no. Waits until they do; ' +
    'answers {"behavior": "allow" | "deny", …} as JSON text.',
  input: () => PermissionPrompt,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: access.ask,
  async run(call, args) {
    const { tool_name, input, tool_use_id } = parseWith(PermissionPrompt, args.value)
    const { body, toInput } = askForClaudeTool(tool_name, input)
    const asked = {
      ...body,
      expires_in: lifeSeconds,
      ...(tool_use_id !== undefined && { external_id: tool_use_id }),
    }
    const opened = await openInteraction(call.ctx, toJsonObject(asked, []), { idempotency: null })
    const { id } = JSON.parse(opened.body) as { id: string }
    const { decision, answers, message } = JSON.parse(await waitForResult(call, id, lifeSeconds)) as Outcome
    if (decision === 'approved' || decision === 'answered') {
      return toVerdictResult({ behavior: 'allow', updatedInput: toInput(answers) })
    }
    return toVerdictResult({ behavior: 'deny', message: message ?? `Not approved (${decision ?? 'nobody answered'}).` })
  },
}
