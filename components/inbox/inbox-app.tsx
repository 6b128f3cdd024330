'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { TopBar } from '@/components/account/top-bar'
import { useLiveEvents } from '@/components/query/use-live-events'
import { Shortcuts } from '@/components/shortcuts/shortcuts'
import { part, usePartsAhead } from '@/components/ui/part'
import { readAddress, writeAddress } from './address'
import { CardPane } from './card-pane'
import { HeldAnswers } from './held-answers'
import { ListPane } from './list-pane'
import { useActs } from './use-acts'
import { useInboxList } from './use-inbox-list'
import { useNextItem } from './use-next-item'
import { WaitingCount } from './waiting-count'

const SnoozeDialog = part(() => import('./snooze-dialog').then((file) => file.SnoozeDialog))

/** The inbox: the list left, the open item right; on a narrow screen one of the two. */
export function InboxApp() {
  const t = useTranslations('Inbox')
  const params = useSearchParams()
  const { id, filters } = readAddress(usePathname(), new URLSearchParams(params))
  useLiveEvents()
  usePartsAhead()
  const list = useInboxList(filters, id !== null)
  const next = useNextItem(list.lines, id)
  const { acts, toSnooze, putOff, closeSnooze, snoozeUntil } = useActs({ list, filters, openId: id, next })
  const isOpen = id !== null

  return (
    <div className="flex min-h-dvh flex-col tall:h-dvh">
      <div className={isOpen ? 'hidden split:block' : ''}>
        <TopBar />
      </div>
      <main className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] split:grid-cols-[minmax(20rem,max(26rem,28vw))_minmax(0,1fr)]">
        <h1 className="sr-only">{t('title')}</h1>
        <ListPane list={list} filters={filters} openId={id} className={isOpen ? 'hidden split:flex' : 'flex'} />
        <CardPane
          id={id}
          filters={filters}
          list={list}
          next={next && { href: writeAddress({ id: next.id, filters }), item: next }}
          onSnooze={putOff}
          className={isOpen ? 'flex' : 'hidden split:flex'}
        />
      </main>
      <HeldAnswers openId={id} />
      <WaitingCount openId={id} />
      <Shortcuts acts={acts} />
      <Suspense>{toSnooze && <SnoozeDialog item={toSnooze} onClose={closeSnooze} onSnooze={snoozeUntil} />}</Suspense>
    </div>
  )
}
