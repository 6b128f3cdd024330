import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Item } from '@/lib/interactions/item'

const tag = 'vestra.interaction.v1'

type Shown = Pick<
  Item,
  | 'kind'
  | 'type'
  | 'userId'
  | 'agent'
  | 'summary'
  | 'details'
  | 'questions'
  | 'movesMoney'
  | 'requiresPresentUser'
  | 'browser'
>

/**
 * SHA-256 over the tag, a newline, and the RFC 8785 form of all that is shown, in hex (D7, D18.7, D19.12).
 * @param frameHash SHA-256 of the picture of a hand-off, in hex
 */
export function digestOf(shown: Shown, frameHash: string | undefined): string {
  const content = {
    kind: shown.kind,
    type: shown.type,
    user_id: shown.userId,
    agent: shown.agent,
    summary: shown.summary,
    details: shown.details,
    ...(shown.questions && { questions: shown.questions }),
    moves_money: shown.movesMoney,
    requires_present_user: shown.requiresPresentUser,
    ...(shown.browser && { browser: shown.browser }),
    ...(frameHash !== undefined && { frame_sha256: frameHash }),
  }
  return createHash('sha256')
    .update(`${tag}\n${canonicalize(content)}`)
    .digest('hex')
}
