'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { turn, useKeySwitch } from './key-switch'

interface Props {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

const lines = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['/'], does: 'filter' },
  { keys: ['a'], does: 'approve' },
  { keys: ['d'], does: 'deny' },
  { keys: ['u'], does: 'undo' },
  { keys: ['1', '9'], does: 'option' },
  { keys: ['Ctrl', 'Enter'], does: 'submit' },
  { keys: ['?'], does: 'help' },
] as const

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
        {lines.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <dt>{t(does)}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-small border border-edge px-1.5 font-mono text-13">
                  {key}
                </kbd>
              ))}
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
