'use client'

import type { LucideIcon } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import type { Interaction } from '@/lib/interactions/interaction'

/** Who asks, with which key, and for whom: known to the server, not said by the agent. */
export function WhoAsks({ item, Icon }: { item: Interaction; Icon: LucideIcon }) {
  const t = useTranslations('Card')
  const { agent, key_label, mode } = item.context ?? { agent: t('agent'), key_label: null, mode: null }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-soft">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <SafeText className="font-semibold text-ink">{agent}</SafeText>
      {key_label !== null && <span>{t.rich('with_key', { key: () => <SafeText>{key_label}</SafeText> })}</span>}
      <span>
        {item.user_id === null
          ? t('for_company')
          : t.rich('for_user', { user: () => <SafeText className="text-ink">{item.user_id ?? ''}</SafeText> })}
      </span>
      {mode === 'test' && <Tag>{t('test')}</Tag>}
    </p>
  )
}
