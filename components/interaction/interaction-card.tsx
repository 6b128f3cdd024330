'use client'

import { useState } from 'react'
import { usePerson } from '@/components/account/person-context'
import { useClock } from '@/components/clock/use-clock'
import { useMoneyPause } from '@/components/query/money-pause'
import { isUnderWay, useAnswer } from '@/components/query/use-answer'
import { History } from '@/components/timeline/history'
import type { Interaction } from '@/lib/interactions/interaction'
import { AgentSays } from './agent-says'
import { CardTitle } from './card-title'
import { Cautions } from './cautions'
import { NotSentYet } from './not-sent-yet'
import { Origin } from './origin'
import { Outcome } from './outcome'
import { OverrideField } from './override-field'
import { holdBack, holdForReason, rightsOf } from './rights'
import { useEndInView } from './use-end-in-view'
import { useOverride } from './use-override'
import { viewOf } from './views'
import { WhoAsks } from './who-asks'
import { Withdraw } from './withdraw'

interface Props {
  item: Interaction
  /** The item to go on with when this one has ended. */
  next: { href: string; item: Interaction } | null
}

/** One item, whole: who asks, what a yes does, the facts, the agent's words, where it came from, and the answer. */
export function InteractionCard({ item, next }: Props) {
  const person = usePerson()
  const override = useOverride(item, person)
  const answering = useAnswer(item, override?.reason)
  const [sawItPending] = useState(item.status === 'pending')
  // Here and not in the history itself, whose place in the card is another one when the item has ended.
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const isOverdue = useClock((nowMs) => item.expires_at !== null && Date.parse(item.expires_at) <= nowMs)
  const { view, item: typed } = viewOf(item)
  const isPending = item.status === 'pending'
  const { end, isSeen, show } = useEndInView()
  const pause = useMoneyPause()
  const isPaused = useClock((nowMs) => pause !== null && pause.untilMs > nowMs)
  const ownRights = holdBack(rightsOf(item, person, isOverdue), item, { isSeen, isPaused })
  const rights = holdForReason(ownRights, override)
  const showMissing = rights.yes === 'reason_missing' && override !== null ? override.show : show
  const about = (
    <>
      <AgentSays item={item} />
      {isPending && <div ref={end} className="-mt-6" />}
      <Origin item={item} />
      <History item={item} isOpen={isHistoryOpen} onOpenChange={setIsHistoryOpen} />
      {isPending && person.role === 'admin' && <Withdraw item={item} />}
      {override !== null && ownRights.no === null && (
        <OverrideField override={override} isDisabled={isUnderWay(answering.state)} />
      )}
    </>
  )

  return (
    <article className="flex grow flex-col gap-6 px-(--gutter) pt-6 [--gutter:max(1.25rem,calc((100cqi-42.5rem)/2))]">
      <header className="grid gap-2">
        <WhoAsks item={item} Icon={view.Icon} />
        <CardTitle item={item} />
      </header>
      {!isPending && <Outcome item={item} next={next} sawItPending={sawItPending} answering={answering} />}
      {isPending && answering.state.phase === 'held' && <NotSentYet next={next} />}
      <Cautions item={item} />
      <view.Body item={typed} />
      {isPending ? (
        <view.Answer item={typed} rights={rights} answering={answering} showMissing={showMissing}>
          {about}
        </view.Answer>
      ) : (
        <div className="grid gap-6 pb-10">{about}</div>
      )}
    </article>
  )
}
