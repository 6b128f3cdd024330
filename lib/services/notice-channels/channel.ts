import type { NoticePerson } from '@/lib/store/notice-people'
import type { NoticeMessage } from './message'

/** A way to tell a person. */
export interface Channel {
  /** @throws ChannelError */
  send(person: NoticePerson, message: NoticeMessage, signal: AbortSignal): Promise<void>
  /** Takes back what was sent of these items, where that can be done. @throws ChannelError */
  retract?(person: NoticePerson, itemIds: readonly string[], signal: AbortSignal): Promise<void>
}

/** Why a message did not go out, in words for an admin that hold no address and no secret. */
export class ChannelError extends Error {
  /** Whether another try would end the same way. */
  readonly isFinal: boolean

  constructor(message: string, options: { isFinal?: boolean } = {}) {
    super(message)
    this.isFinal = options.isFinal ?? false
  }
}
