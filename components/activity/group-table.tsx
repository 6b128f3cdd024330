'use client'

import { useTranslations } from 'next-intl'
import { SafeText } from '@/components/ui/safe-text'
import { Section } from '@/components/ui/section'
import type { Activity } from '@/lib/sdk'
import { DataTable } from './data-table'
import { useFigures } from './use-figures'

type Group = Omit<Activity['agents'][number], 'object'> & { id?: string }

interface Props {
  title: string
  of: 'agent' | 'person'
  groups: Group[]
}

/** The figures of each agent, or of each person. */
export function GroupTable({ title, of, groups }: Props) {
  const t = useTranslations('Activity')
  const figures = useFigures()
  if (groups.length === 0) return null
  return (
    <Section title={title} level={2}>
      <DataTable
        label={title}
        columns={[t(`name.${of}`), t('answers'), t('expired'), t('median'), t('quick')]}
        rows={groups.map((group) => ({
          key: group.id ?? group.name,
          cells: [
            <SafeText key="name">{group.name}</SafeText>,
            figures.count(group.answers),
            figures.count(group.expired),
            figures.span(group.median_ms),
            figures.share(group.yes_quick, group.yes_seen),
          ],
        }))}
      />
    </Section>
  )
}
