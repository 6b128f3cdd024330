'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState } from 'react'
import { usePerson } from '@/components/account/person-context'
import { readClock } from '@/components/clock/server-clock'
import { rightsOf } from '@/components/interaction/rights'
import { Button } from '@/components/ui/button'
import { part } from '@/components/ui/part'
import type { Interaction, Type } from '@/lib/interactions/interaction'
import { select, useSelection } from './selection-store'
import type { SteadyRow } from './steady-rows'

const BulkNo = part(() => import('./bulk-no').then((file) => file.BulkNo))

const bulkActs = ['deny', 'skip'] as const
export type BulkAct = (typeof bulkActs)[number]

/** What a no to many is called; a hand-off and a tool call are ended one by one. There is no yes to many. */
const actOf: Record<Type, BulkAct | null> = {
  approval: 'deny',
  connect: 'deny',
  question: 'skip',
  handoff: null,
  tool_call: null,
}

/** What can be done to all that is selected: a no, and nothing else. */
export function BulkBar({ rows }: { rows: SteadyRow[] }) {
  const t = useTranslations('Bulk')
  const person = usePerson()
  const selection = useSelection()
  const [doing, setDoing] = useState<{ act: BulkAct; items: Interaction[] } | null>(null)
  // Another list has other rows.
  useEffect(() => () => select(null), [])
  if (selection === null) return null

  const chosen = rows.filter(({ item, isGone }) => !isGone && selection.has(item.id)).map(({ item }) => item)
  const fitFor = (act: BulkAct) =>
    chosen.filter((item) => {
      const isOverdue = item.expires_at !== null && Date.parse(item.expires_at) <= readClock()
      return actOf[item.type] === act && rightsOf(item, person, isOverdue).no === null
    })

  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 border-b border-line bg-accent-tint px-4 py-1">
      <p role="status" className="text-13 font-medium">
        {t('selected', { count: chosen.length })}
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        {bulkActs.map((act) => {
          const items = fitFor(act)
          if (items.length === 0) return null
          return (
            <Button key={act} variant={act === 'deny' ? 'refusal' : 'plain'} onClick={() => setDoing({ act, items })}>
              {t(act, { count: items.length })}
            </Button>
          )
        })}
        <Button variant="quiet" onClick={() => select(null)}>
          {t('stop')}
        </Button>
      </div>
      <Suspense>
        {doing && (
          <BulkNo
            {...doing}
            onClose={(hasSent) => {
              setDoing(null)
              if (hasSent) select(null)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
