'use client'

import { useTranslations } from 'next-intl'
import { oneOf } from '@/components/format/one-of'
import type { AuditEntry } from '@/components/query/settings-lists'
import { SafeText } from '@/components/ui/safe-text'
import { errorCodes } from '@/lib/interactions/errors'
import type { Step } from './timeline'

const texts = {
  'interaction.opened': 'opened',
  'interaction.viewed': 'seen',
  'interaction.refused': 'refused',
  'interaction.cancelled': 'cancelled',
  'interaction.settled': 'settled',
  'interaction.expired': 'expired',
  'result.picked_up': 'picked_up',
  'cancel.repeated': 'repeated',
  'idempotency.replayed': 'repeated',
  'notice.sent': 'told',
  'notice.failed': 'not_told',
} as const

const decisions = ['approved', 'denied', 'answered'] as const
const actors = ['a2a', 'key', 'person', 'session', 'system'] as const
const channels = ['a2a', 'cli', 'inbox', 'mcp', 'rest', 'sdk', 'slack', 'system'] as const
const toldOver = ['web_push', 'email', 'slack'] as const
const presences = ['witnessed', 'claimed'] as const

/** The reason that the record of an override says; undefined where it is none. */
function overrideReasonOf({ override }: AuditEntry['facts']): string | null | undefined {
  if (typeof override !== 'object' || override === null) return undefined
  return 'reason' in override && typeof override.reason === 'string' ? override.reason : null
}

/** The rows of a record as sentences. An action that has none of its own is called by its name. */
export function useSteps(rows: AuditEntry[]): Step[] {
  const t = useTranslations('History')
  const methods = useTranslations('Outcome.method')
  const errors = useTranslations('Errors')
  const told = useTranslations('NoticeSettings.channel')

  function sentenceOf({ action, actor, facts }: AuditEntry) {
    const kind = oneOf(actors, actor.type)
    const name = actor.name ?? (kind ? t(`actor.${kind}`) : actor.type)
    const who = () => <SafeText key="who">{name}</SafeText>
    if (action === 'interaction.answered') {
      return t.rich(`answered.${oneOf(decisions, facts.decision) ?? 'answered'}`, { who })
    }
    const [, text] = Object.entries(texts).find(([each]) => each === action) ?? []
    if (text === undefined) return t.rich('other', { who, action: () => <code key="action">{action}</code> })
    const code = oneOf(errorCodes, facts.code)
    const why = () => <span key="why">{code ? errors(`${code}.title`) : String(facts.code)}</span>
    const whom = () => <SafeText key="whom">{String(facts.name)}</SafeText>
    const over = () => <span key="over">{told(`${oneOf(toldOver, facts.channel) ?? 'web_push'}`)}</span>
    return t.rich(text, { who, why, whom, over })
  }

  function stepOf(row: AuditEntry): Step {
    const presence = oneOf(presences, row.facts.present_user)
    const channel = oneOf(channels, row.channel)
    const method = oneOf(['password', 'link', 'oidc'] as const, row.facts.method)
    const why = overrideReasonOf(row.facts)
    const isYes = row.action === 'interaction.answered' && row.facts.decision !== 'denied'
    return {
      key: String(row.seq),
      at: row.at,
      text: sentenceOf(row),
      facts: [
        channel === undefined || channel === 'system' ? false : t(`channel.${channel}`),
        row.action === 'interaction.answered' && method !== undefined && methods(method),
        presence !== undefined && t(`present.${presence}`),
        why !== undefined && t('override'),
        typeof why === 'string' && <SafeText key="why">{why}</SafeText>,
      ],
      tone: row.action === 'interaction.refused' ? 'refusal' : isYes ? 'recorded' : 'plain',
    }
  }

  return rows.map(stepOf)
}
