import type { LucideIcon } from 'lucide-react'
import type { FC, ReactNode } from 'react'
import type { Answering } from '@/components/query/use-answer'
import type { Interaction, Type } from '@/lib/interactions/interaction'
import type { Rights } from './rights'

export type Of<T extends Type> = Interaction & { type: T }

export interface BodyProps<T extends Type> {
  item: Of<T>
}

export interface AnswerProps<T extends Type> {
  item: Of<T>
  rights: Rights
  answering: Answering
  /** Leads to what the yes waits for. */
  showMissing: () => void
  /** What stands between the fields of an answer and its buttons. */
  children: ReactNode
}

export interface View<T extends Type> {
  Icon: LucideIcon
  /** What it is about. Also shown when it has ended. */
  Body: FC<BodyProps<T>>
  /** How it is answered; drawn only while it is pending. */
  Answer: FC<AnswerProps<T>>
}
