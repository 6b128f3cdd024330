'use client'

import { useTranslations } from 'next-intl'
import type { Answering, AnswerState } from '@/components/query/use-answer'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Reason, Rights } from './rights'

interface Props {
  id: string
  rights: Rights
  answering: Answering
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
export function AnswerStatus({ id, rights, answering }: Props) {
  const t = useTranslations('Answering')
  const reasons = useTranslations('Reasons')
  const { state, retry } = answering
  const reason = reasonOf(rights)

  return (
    <div id={id} className={saysItself[state.phase] || reason !== null ? 'grid gap-2' : 'hidden'}>
      {reason !== null && <p className="text-13 text-soft">{reasons(reason)}</p>}
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
      {state.phase === 'refused' && (
        <Notice tone="refusal" role="alert">
          <p>{t('refused')}</p>
          <p className="text-13 text-soft">
            <bdi>{state.error.message}</bdi>
            {state.error.requestId !== undefined && <> {t('request', { id: state.error.requestId })}</>}
          </p>
        </Notice>
      )}
    </div>
  )
}
