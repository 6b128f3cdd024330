'use client'

import { useTranslations } from 'next-intl'
import { Moment } from '@/components/clock/moment'
import { Facts } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import type { Interaction } from '@/lib/interactions/interaction'

const digestCharacters = 12

/** Where the item came from and, while it waits, how long it lives. */
export function Origin({ item }: { item: Interaction }) {
  const t = useTranslations('Origin')
  const digest = item.context?.digest
  const id = (value: string) => (
    <bdi dir="ltr" className="font-mono text-13">
      {value}
    </bdi>
  )
  const facts = [
    { key: 'task', label: t('task'), value: item.task_id && id(item.task_id) },
    { key: 'conversation', label: t('conversation'), value: item.conversation_id && id(item.conversation_id) },
    { key: 'opened', label: t('opened'), value: <Moment at={item.created_at} /> },
    {
      key: 'expires',
      label: t('expires'),
      value:
        item.status === 'pending' && (item.expires_at === null ? t('never') : <Moment at={item.expires_at} withZone />),
    },
    { key: 'id', label: t('id'), value: id(item.id) },
    {
      key: 'digest',
      label: t('digest'),
      value: digest !== undefined && (
        <span title={digest} className="font-mono text-13">
          <span aria-hidden>{digest.slice(0, digestCharacters)}…</span>
          <span className="sr-only">{digest}</span>
        </span>
      ),
    },
  ]
  return (
    <Section title={t('title')}>
      <Facts facts={facts.filter(({ value }) => value !== null && value !== false)} />
    </Section>
  )
}
