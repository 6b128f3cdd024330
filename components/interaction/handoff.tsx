import { Hand } from 'lucide-react'
import { HandoffAnswer } from './handoff-answer'
import { HandoffBody } from './handoff-body'
import type { View } from './view'

export const handoff: View<'handoff'> = { Icon: Hand, Body: HandoffBody, Answer: HandoffAnswer }
