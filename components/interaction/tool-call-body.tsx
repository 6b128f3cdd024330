'use client'

import { useTranslations } from 'next-intl'
import { Facts } from '@/components/ui/facts'
import { readDetails } from './details'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

export function ToolCallBody({ item }: BodyProps<'tool_call'>) {
  const t = useTranslations('Approval')
  const { toolName, server, rows } = readDetails(item)
  const own = [
    { label: t('tool'), value: toolName },
    { label: t('server'), value: server },
  ]
  const lines = [
    ...own.flatMap(({ label, value }) => (value === null ? [] : [{ label, value, isOurs: true }])),
    ...rows.map((row) => ({ ...row, isOurs: false })),
  ]
  return <Facts facts={toFacts(lines, item.context?.domains)} />
}
