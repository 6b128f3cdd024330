'use client'

import { useTranslations } from 'next-intl'
import { ErrorText } from '@/components/call-errors/error-text'
import { isMoneyPause } from '@/components/query/money-pause'
import type { Answering, AnswerState } from '@/components/query/use-answer'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Interaction } from '@/lib/interactions/interaction'
import { cautionsOf } from './caution-groups'
import { CautionLine } from './cautions'
import { Pause } from './pause'
import type { Reason, Rights } from './rights'

interface Props {
  id: string
  item: Interaction
  rights: Rights
  answering: Answering
  /** Leads to what the yes waits for. */
  showMissing: () => void
}

type Phase = AnswerState['phase']

const saysItself: Record<Phase, boolean> = {
  idle: false,
  held: false,
  checking: false,
  unsure: true,
  unknown: true,
  overtaken: false,
  refused: true,
  recorded: false,
}

function reasonOf({ yes, no }: Rights): Reason | null {
  return yes ?? no
}

/** The words over the buttons: why they are not available, or what has become of the answer. `id` is what describes them. */
export function AnswerStatus({ id, item, rights, answering, showMissing }: Props) {
  const t = useTranslations('Answering')
  const reasons = useTranslations('Reasons')
  const { state, retry } = answering
  const reason = reasonOf(rights)
  const isPause = state.phase === 'refused' && isMoneyPause(state.error)
  const hasCautions = cautionsOf(item).length > 0

  return (
    <div id={id} className={saysItself[state.phase] || reason !== null || hasCautions ? 'grid gap-2' : 'hidden'}>
      <CautionLine item={item} />
      {reason !== null && reason !== 'paused' && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 text-13 text-soft">
          <span>{reasons(reason)}</span>
          {(reason === 'unseen' || reason === 'reason_missing') && (
            <Button variant="quiet" onClick={showMissing} className="-mx-4 text-13">
              {t(`show.${reason}`)}
            </Button>
          )}
        </p>
      )}
      <div role="status">
        {state.phase === 'unsure' && <Notice tone="money">{t('unsure')}</Notice>}
        {state.phase === 'unknown' && (
          <Notice tone="money">
            <p>{t('unknown')}</p>
            <Button onClick={retry} className="mt-2">
              {t('check_again')}
            </Button>
          </Notice>
        )}
      </div>
      {item.moves_money !== false && <Pause wasRefused={isPause} />}
      {state.phase === 'refused' && !isPause && (
        <Notice tone="refusal" role="alert">
          <p>{t('refused')}</p>
          <p className="text-13 text-soft">
            <ErrorText error={state.error} />
            {state.error.requestId !== undefined && <> {t('request', { id: state.error.requestId })}</>}
          </p>
        </Notice>
      )}
    </div>
  )
}
