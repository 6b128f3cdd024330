import type { Question } from '@/lib/interactions/facts'

const optionLine = ({ label, description }: Question['options'][number]) =>
  description === '' ? `- ${label}` : `- ${label}: ${description}`

/** Questions as text that a person can answer: numbered when there are several, options as lines. */
export function readyQuestions(questions: readonly Question[]): string {
  return questions
    .map(({ question, options }, index) => {
      const numbered = questions.length > 1 ? `${index + 1}. ${question}` : question
      return [numbered, ...options.map(optionLine)].join('\n')
    })
    .join('\n')
}
