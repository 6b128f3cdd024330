import { type DecideOptions, decideAll } from './decide'

/** As `generateText` and `streamText` give them for a tool with `needsApproval`. */
interface ApprovalRequest {
  type: 'tool-approval-request'
  approvalId: string
  toolCall: { toolCallId: string; toolName: string; input: unknown }
}

interface ApprovalResponse {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason?: string
}

/** The calls of a result that wait for a yes. */
function approvalRequests(content: readonly { type: string }[]): ApprovalRequest[] {
  return content.filter((part): part is ApprovalRequest => part.type === 'tool-approval-request')
}

/**
 * Vercel AI SDK: asks a person about every call that waits, and gives the message to go on with.
 * @returns the tool message to append to `messages` before the next call, or null when nothing waits
 */
export async function toApprovalMessage(
  content: readonly { type: string }[],
  options: DecideOptions,
): Promise<{ role: 'tool'; content: ApprovalResponse[] } | null> {
  const requests = approvalRequests(content)
  if (requests.length === 0) return null
  const calls = requests.map(({ toolCall }) => ({
    name: toolCall.toolName,
    arguments: toolCall.input,
    id: toolCall.toolCallId,
  }))
  const verdicts = await decideAll(calls, options)
  return {
    role: 'tool',
    content: requests.map(({ approvalId }, index): ApprovalResponse => {
      const verdict = verdicts[index]
      if (verdict?.approved) return { type: 'tool-approval-response', approvalId, approved: true }
      return { type: 'tool-approval-response', approvalId, approved: false, reason: verdict?.message ?? 'Denied.' }
    }),
  }
}
