import type { NoticePerson } from '@/lib/store/notice-people'
import type { Notice } from '@/lib/store/notices'
import type { NoticeMessage } from './message'

/** One try to send a message. */
interface Try {
  signal: AbortSignal
  /** An earlier try may have sent it, not before then (UTC milliseconds); null: there was none. */
  mayBeSentSinceMs: number | null
}

/** A way to tell a person. */
export interface Channel {
  /** @returns what the channel calls the message, where it can be changed later. @throws ChannelError */
  send(person: NoticePerson, message: NoticeMessage, attempt: Try): Promise<string | null>
  /** Takes back what was sent of these items, where that can be done. @throws ChannelError */
  retract?(person: NoticePerson, notices: readonly Notice[], signal: AbortSignal): Promise<void>
}

/** Why a message did not go out, in words for an admin that hold no address and no secret. */
export class ChannelError extends Error {
  /** Whether another try would end the same way. */
  readonly isFinal: boolean
  /** Not before then (UTC milliseconds) another try is welcome. */
  readonly retryAtMs: number | null

  constructor(message: string, options: { isFinal?: boolean; retryAtMs?: number | null } = {}) {
    super(message)
    this.isFinal = options.isFinal ?? false
    this.retryAtMs = options.retryAtMs ?? null
  }
}
