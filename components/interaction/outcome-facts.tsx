'use client'

import { useTranslations } from 'next-intl'
import { Facts } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'

/** What was answered, and the words that went with it. */
export function OutcomeFacts({ item }: { item: Interaction }) {
  const t = useTranslations('Outcome')
  const { answers = [], message, reason } = item.outcome ?? {}
  const why = item.context?.override?.reason ?? null
  const isOurWord = reason === 'could_not' || reason === 'not_now'
  const facts = [
    ...answers.map((answer, index) => ({
      key: `answer ${index}`,
      label: (
        <SafeText>{item.questions?.[index]?.header || (item.questions?.[index]?.question ?? t('answer'))}</SafeText>
      ),
      value: answer === '' ? <span className="text-soft">—</span> : <SafeText>{answer}</SafeText>,
    })),
    ...(message === undefined ? [] : [{ key: 'message', label: t('note'), value: <SafeText>{message}</SafeText> }]),
    ...(reason === undefined || isOurWord
      ? []
      : [{ key: 'reason', label: t('reason'), value: <SafeText>{reason}</SafeText> }]),
    ...(why === null ? [] : [{ key: 'override', label: t('override_reason'), value: <SafeText>{why}</SafeText> }]),
  ]
  return <Facts facts={facts} />
}
