import { MessageCircleQuestionMark } from 'lucide-react'
import { QuestionAnswer } from './question-answer'
import { QuestionBody } from './question-body'
import type { View } from './view'

export const question: View<'question'> = {
  Icon: MessageCircleQuestionMark,
  Body: QuestionBody,
  Answer: QuestionAnswer,
}
