'use client'

import { useTranslations } from 'next-intl'
import { Facts } from '@/components/ui/facts'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import { AmountBlock } from './amount-block'
import { readDetails } from './details'
import { MoneyWarning } from './money-warning'
import { Plan } from './plan'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

export function ApprovalBody({ item }: BodyProps<'approval'>) {
  const t = useTranslations('Approval')
  const details = readDetails(item)
  const own = [
    { label: t('tool'), value: details.toolName },
    { label: t('server'), value: details.server },
    { label: t('renderer'), value: details.renderer },
    { label: t('payee_id'), value: details.payee?.id ?? null },
    { label: t('plan_name'), value: details.planName },
    { label: t('limit'), value: details.limit === null ? null : String(details.limit) },
    { label: t('used'), value: details.used === null ? null : String(details.used) },
  ]
  const facts = [
    ...own.flatMap(({ label, value }) => (value === null ? [] : [{ label, value, isOurs: true }])),
    ...[...details.rows, ...details.others].map((row) => ({ ...row, isOurs: false })),
  ]

  return (
    <>
      <AmountBlock details={details} />
      {details.planName !== null && <Notice>{t('plan_limit')}</Notice>}
      <MoneyWarning item={item} />
      {details.action !== null && <SafeText className="block text-18 font-medium">{details.action}</SafeText>}
      <Plan plan={details.plan} steps={details.steps} />
      <Facts facts={toFacts(facts, item.context?.domains)} />
    </>
  )
}
