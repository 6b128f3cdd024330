'use client'

import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { oneOf } from '@/components/format/one-of'
import { formatExact } from '@/components/format/time'
import type { Interaction } from '@/lib/interactions/interaction'

const methods = ['password', 'link', 'oidc', 'slack', 'api_key', 'session_token', 'mcp', 'a2a', 'connection'] as const
const reasons = ['could_not', 'not_now'] as const

/** How an item ended, in words. Plain text: names of people and keys come from the operator, not from agents. */
export function useOutcomeText(item: Interaction) {
  const t = useTranslations('Outcome')
  const locale = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  const decision = item.outcome?.decision ?? 'expired'
  const reason = oneOf(reasons, item.outcome?.reason)
  const isPickedUp = (decision === 'approved' || decision === 'answered') && item.context?.picked_up_at != null
  const name = item.context?.answered_by?.name
  const method = item.context?.method
  const knownMethod = oneOf(methods, method)
  const how = knownMethod ? t(`method.${knownMethod}`) : method
  const when = item.resolved_at === null ? '' : formatExact(Date.parse(item.resolved_at), locale, timeZone)
  const whom = name !== undefined && item.context?.override ? t('override', { name }) : name
  const who = whom === undefined ? t('when', { when }) : t('who_when', { name: whom, when })

  return {
    title: isPickedUp
      ? t(`picked_up_title.${item.type}`)
      : reason
        ? t(`title_reason.${reason}`)
        : t(`by_type.${item.type}.${decision}`),
    /** For a row: "Approved". */
    short: reason ? t(`short_reason.${reason}`) : t(`short.${item.type}.${decision}`),
    /** Who answered: "Ada", or "Ada (override)". */
    whom,
    /** "signed in with a password" */
    how,
    byWhom: how ? t('with_method', { who, how }) : who,
    /** A sentence for someone who was looking: "Ada approved this a moment ago." */
    news: name === undefined ? t(`news.${decision}`) : t(`news_by.${decision}`, { name }),
  }
}
