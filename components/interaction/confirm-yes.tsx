'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SafeText } from '@/components/ui/safe-text'
import type { Interaction } from '@/lib/interactions/interaction'
import { Cautions } from './cautions'
import { readDetails } from './details'
import { LastWord } from './last-word'
import { MoneyWarning } from './money-warning'
import { useActText } from './use-act-text'

interface Props {
  item: Interaction
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onYes: () => void
}

/** The one place where a present person says yes. */
export function ConfirmYes({ item, isOpen, onOpenChange, onYes }: Props) {
  const t = useTranslations('Confirm')
  const text = useActText(item)
  const cancel = useRef<HTMLButtonElement>(null)
  const { action, payee } = readDetails(item)

  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      initialFocus={cancel}
      title={text.drawn('confirm')}
      description={
        <>
          <p>
            {t.rich(item.user_id === null ? 'for_company' : 'for_user', {
              agent: () => <SafeText>{item.context?.agent ?? t('agent')}</SafeText>,
              user: () => <SafeText>{item.user_id ?? ''}</SafeText>,
            })}
          </p>
          {payee?.id !== undefined && (
            <p>
              {t('payee_id')}{' '}
              <SafeText dir="ltr" className="font-mono text-13">
                {payee.id}
              </SafeText>
            </p>
          )}
          {action !== null && <SafeText className="mt-2 block text-ink">{action}</SafeText>}
        </>
      }
    >
      <Cautions item={item} />
      <MoneyWarning item={item} />
      <p className="text-13 text-soft">{t('present')}</p>
      <LastWord
        item={item}
        onYes={onYes}
        no={
          <Button ref={cancel} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
        }
      >
        {text.drawn('verb')}
      </LastWord>
    </Dialog>
  )
}
