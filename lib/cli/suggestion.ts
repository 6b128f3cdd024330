import type { VestraError, VestraErrorCode } from '@/lib/sdk'

const suggestions: Partial<Record<VestraErrorCode, string>> = {
  present_user_required: 'Add --present-user if the person who saw it said yes.',
  nonce_mismatch: 'Leave --nonce out: the command reads the nonce itself.',
  answer_mismatch: 'See what it takes: vestra answer <id>',
  invalid_answers: 'Give --answer once for each question, in their order: vestra answer <id>',
  unauthenticated: 'Set VESTRA_API_KEY to a key of this inbox.',
  invalid_credentials: 'Set VESTRA_API_KEY to a key of this inbox that is not revoked.',
  session_expired: 'Open a new session, or use an API key.',
  insufficient_scope: 'Use a key with that scope: ask to ask, runtime to answer, all for both.',
  not_their_item: 'Say no with --deny, or let that person answer in the inbox.',
  not_found: 'See what waits: vestra answer. Keys of test and live see different items.',
  already_resolved: 'See how it ended: vestra answer <id>',
  already_cancelled: 'See how it ended: vestra answer <id>',
  expired: 'See how it ended: vestra answer <id>',
  connection_failed: 'Is the inbox running there? Set VESTRA_BASE_URL to its address, such as http://localhost:3000.',
  unexpected_response: 'Is VESTRA_BASE_URL the address of a Vestra Inbox?',
  rate_limited: 'Wait a little and try again.',
}

/** What to do about it. */
export function suggestionFor({ code, retryAfterSeconds }: VestraError): string | undefined {
  if (retryAfterSeconds !== undefined) return `Try again in ${retryAfterSeconds} s.`
  return suggestions[code]
}
