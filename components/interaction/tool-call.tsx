import { SquareFunction } from 'lucide-react'
import { lazy } from 'react'
import { ToolCallBody } from './tool-call-body'
import type { View } from './view'

/** Programs return results; the form is for the admin who stands in for one, and loaded then. */
const ToolCallAnswer = lazy(() => import('./tool-call-answer').then((file) => ({ default: file.ToolCallAnswer })))

export const toolCall: View<'tool_call'> = { Icon: SquareFunction, Body: ToolCallBody, Answer: ToolCallAnswer }
