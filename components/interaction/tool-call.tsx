import { SquareFunction } from 'lucide-react'
import { ToolCallAnswer } from './tool-call-answer'
import { ToolCallBody } from './tool-call-body'
import type { View } from './view'

export const toolCall: View<'tool_call'> = { Icon: SquareFunction, Body: ToolCallBody, Answer: ToolCallAnswer }
