import { Stamp } from 'lucide-react'
import { ApprovalAnswer } from './approval-answer'
import { ApprovalBody } from './approval-body'
import type { View } from './view'

export const approval: View<'approval'> = { Icon: Stamp, Body: ApprovalBody, Answer: ApprovalAnswer }
