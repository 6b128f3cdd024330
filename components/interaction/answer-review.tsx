'use client'

import { useTranslations } from 'next-intl'
import { Facts } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import type { Question } from '@/lib/interactions/facts'

interface Props {
  questions: Question[]
  answers: (string | null)[]
}

/** All answers once more, before they are sent together. */
export function AnswerReview({ questions, answers }: Props) {
  const t = useTranslations('Question')
  return (
    <Section title={t('review')}>
      <Facts
        facts={questions.map((question, index) => ({
          key: String(index),
          label: <SafeText>{question.header === '' ? question.question : question.header}</SafeText>,
          value: <SafeText>{answers[index] ?? t('none_yet')}</SafeText>,
        }))}
      />
    </Section>
  )
}
