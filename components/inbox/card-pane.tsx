'use client'

import { useQuery } from '@tanstack/react-query'
import { AlarmClock, AlarmClockOff, ArrowLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { InteractionCard } from '@/components/interaction/interaction-card'
import { interactionItem, isNotFound } from '@/components/query/interaction-item'
import { IconButton } from '@/components/ui/icon-button'
import type { Interaction } from '@/lib/interactions/interaction'
import { writeAddress } from './address'
import { CardSkeleton } from './card-skeleton'
import type { Filters } from './filters'
import { InboxLink } from './inbox-link'
import { NothingHere } from './nothing-here'
import { NothingOpen } from './nothing-open'
import { useSnoozedIds } from './snooze-store'
import { Trouble } from './trouble'
import { useCardFocus } from './use-card-focus'
import type { InboxList } from './use-inbox-list'

interface Props {
  id: string | null
  filters: Filters
  list: InboxList
  next: { href: string; item: Interaction } | null
  /** Puts the item off, or takes it back from there. */
  onSnooze: (item: Interaction) => void
  className: string
}

/** The right side: the open item. On a narrow screen it is the whole screen, with a way back. */
export function CardPane({ id, filters, list, next, onSnooze, className }: Props) {
  const t = useTranslations('CardPane')
  const mode = useMode()
  const fromList = list.rows.find((row) => row.item.id === id)?.item
  const { data: item, error } = useQuery({
    ...interactionItem(mode, id ?? ''),
    enabled: id !== null,
    // The list has it already, but for the picture of a hand-off.
    placeholderData: () => fromList,
  })
  const isSnoozed = useSnoozedIds().has(id ?? '')
  useCardFocus(id, item !== undefined, list.rowsHandle)

  return (
    // A card begins at its top, wherever the one before was left.
    <section
      key={id}
      aria-label={t('label')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`@container min-w-0 flex-col tall:overflow-y-auto ${className}`}
    >
      {id !== null && (
        <div className="sticky top-0 z-10 flex min-h-12 items-center border-b border-line bg-surface px-2 split:min-h-0 split:static split:h-0 split:justify-end split:overflow-visible split:border-0 split:bg-transparent">
          <InboxLink
            href={writeAddress({ id: null, filters })}
            className="inline-flex min-h-12 items-center gap-2 px-2 text-15 font-medium split:hidden"
          >
            <ArrowLeft aria-hidden size={18} strokeWidth={1.75} />
            {t('back')}
          </InboxLink>
          {item?.status === 'pending' && (
            <IconButton
              icon={isSnoozed ? AlarmClockOff : AlarmClock}
              label={t(isSnoozed ? 'wake' : 'snooze')}
              onClick={() => onSnooze(item)}
              className="ml-auto split:mt-14"
            />
          )}
        </div>
      )}
      {error && !isNotFound(error) && (
        // Over what floats at the top where there is no bar.
        <div className="split:order-first">
          <Trouble error={error} hasOld={item !== undefined} />
        </div>
      )}
      {id === null && list.rows.length > 0 && <NothingOpen />}
      {id !== null && !item && (isNotFound(error) ? <NothingHere /> : <CardSkeleton />)}
      {id !== null && item && <InteractionCard key={item.id} item={item} next={next} />}
    </section>
  )
}
