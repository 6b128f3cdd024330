'use client'

import { Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { TextField } from '@/components/ui/text-field'

export interface Secret {
  label: string
  value: string
}

/** A secret that the server does not say again. It is selected, so that it can be copied where the page may not. */
export function ShownOnce({ secret, onDone }: { secret: Secret; onDone: () => void }) {
  const t = useTranslations('Settings')
  const box = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState<'no' | 'yes' | 'by_hand'>('no')

  function select() {
    const field = box.current?.querySelector('input')
    field?.focus()
    field?.select()
  }

  useEffect(select, [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(secret.value)
      setCopied('yes')
    } catch {
      // No clipboard on a page over plain http.
      select()
      setCopied('by_hand')
    }
  }

  return (
    <>
      <Notice tone="money">{t('shown_once')}</Notice>
      <div ref={box}>
        <TextField label={secret.label} readOnly value={secret.value} spellCheck={false} className="font-mono" />
      </div>
      <p role="status" className="text-13 text-soft">
        {copied !== 'no' && t(`copied.${copied}`)}
      </p>
      <div className="flex flex-wrap justify-between gap-3">
        <Button onClick={onDone}>{t('done')}</Button>
        <Button variant="primary" onClick={() => void copy()}>
          <Copy aria-hidden size={18} strokeWidth={1.75} />
          {t('copy')}
        </Button>
      </div>
    </>
  )
}
