'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { actNames } from './acts'
import { KeyCaps } from './key-caps'
import { turn, useKeySwitch } from './key-switch'

interface Props {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function ShortcutSheet({ isOpen, onOpenChange }: Props) {
  const t = useTranslations('Keys')
  const areKeysOn = useKeySwitch()
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      initialFocus={close}
      title={t('title')}
      description={t('no_yes')}
    >
      <dl className="border-t border-line">
        {actNames.map((act) => (
          <div key={act} className="flex items-center justify-between gap-4 border-b border-line py-2 min-[40rem]:py-1">
            <dt>{t(act)}</dt>
            <dd>
              <KeyCaps act={act} />
            </dd>
          </div>
        ))}
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          role="switch"
          checked={areKeysOn}
          aria-checked={areKeysOn}
          onChange={(event) => turn(event.target.checked)}
          className="size-4 accent-accent"
        />
        {t('switch')}
      </label>
      <div className="flex justify-end">
        <Button ref={close} onClick={() => onOpenChange(false)}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
