'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useMode } from '@/components/account/mode-context'
import { sendAnswer } from '@/components/query/send-answer'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Interaction } from '@/lib/interactions/interaction'
import { newIdempotencyKey } from '@/lib/sdk'
import type { BulkAct } from './bulk-bar'
import { BulkItem } from './bulk-item'

interface Props {
  act: BulkAct
  items: Interaction[]
  onClose: (hasSent: boolean) => void
}

/** So many are on their way at a time. */
const atOnce = 4

/** A no to each of them by itself, after one look at all of them, and what became of each. */
export function BulkNo({ act, items, onClose }: Props) {
  const t = useTranslations('Bulk')
  const mode = useMode()
  const queries = useQueryClient()
  const cancel = useRef<HTMLButtonElement>(null)
  const [isSent, setIsSent] = useState(false)
  const count = items.length

  async function sendAll() {
    setIsSent(true)
    const waiting = items.values()
    const sendNext = async () => {
      for (const { id } of waiting) {
        const sent = { body: { approve: false }, idempotencyKey: newIdempotencyKey() }
        // What came of it stands beside each.
        await sendAnswer(queries, mode, id, sent).catch(() => {})
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendNext))
  }

  return (
    <Dialog
      role="alertdialog"
      isOpen
      onOpenChange={() => onClose(isSent)}
      initialFocus={cancel}
      title={t(isSent ? `result_${act}` : `confirm_${act}`, { count })}
      description={isSent ? t('result') : t('each')}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={t('items')} className="max-h-[45dvh] overflow-y-auto border-y border-line">
        <ul>
          {items.map((item) => (
            <BulkItem key={item.id} item={item} />
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap justify-between gap-3">
        <Button ref={cancel} onClick={() => onClose(isSent)}>
          {t(isSent ? 'close' : 'cancel')}
        </Button>
        {!isSent && (
          <Button variant={act === 'deny' ? 'refusal' : 'plain'} onClick={() => void sendAll()}>
            {t(act, { count })}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
