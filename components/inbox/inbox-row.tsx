'use client'

import { useLocale, useTranslations } from 'next-intl'
import { memo } from 'react'
import { usePerson } from '@/components/account/person-context'
import { formatMoney } from '@/components/format/money'
import { readDetails } from '@/components/interaction/details'
import { typeLabels } from '@/components/interaction/labels'
import { viewOf } from '@/components/interaction/views'
import { SafeText } from '@/components/ui/safe-text'
import { Tag } from '@/components/ui/tag'
import { InboxLink } from './inbox-link'
import { Initials } from './initials'
import { RowTime } from './row-time'
import { useIsSeen } from './seen-store'
import { SelectRow } from './select-row'
import { useIsSelected } from './selection-store'
import type { SteadyRow } from './steady-rows'

interface Props {
  row: SteadyRow
  href: string
  isOpen: boolean
  /** It stands under the head of a group. */
  isGrouped: boolean
}

/** The end of an id tells one from another; its beginning is a time that neighbours share. */
const shortId = (id: string) => `…${id.slice(-6)}`

/** One item in two lines: what and how much, then who and until when. */
export const InboxRow = memo(function InboxRow({ row, href, isOpen, isGrouped }: Props) {
  const { item, isGone } = row
  const t = useTranslations('Row')
  const types = useTranslations('Types')
  const card = useTranslations('Card')
  const locale = useLocale()
  const person = usePerson()
  const isSelected = useIsSelected(item.id)
  const isSeen = useIsSeen(item.id) || item.status !== 'pending'
  const { Icon } = viewOf(item).view
  const { amount } = readDetails(item)
  const weight = isGone ? 'text-soft line-through' : isSeen ? '' : 'font-medium'
  const look = isOpen ? 'border-l-accent bg-accent-tint' : 'border-l-transparent hover:bg-sunken'

  return (
    <div className={isSelected === null ? '' : 'flex'}>
      {isSelected !== null && <SelectRow item={item} isSelected={isSelected} isGone={isGone} />}
      <InboxLink
        href={href}
        aria-current={isOpen ? 'true' : undefined}
        data-row={item.id}
        className={`grid min-h-16 min-w-0 grow grid-cols-[1.25rem_minmax(0,1fr)] content-center gap-x-3 border-l-2 py-2 pr-4 outline-offset-[-2px] ${isGrouped ? 'pl-8' : 'pl-4'} ${look}`}
      >
        {/* Marks with names, and no hidden texts beside them: a row that scrolls into view is laid out in half the time. */}
        <span className="relative row-span-2 mt-0.5 text-soft">
          {!isSeen && !isGone && (
            <span
              role="img"
              aria-label={t('unread')}
              className="absolute -top-0.5 -right-1 z-1 size-2 rounded-full border border-surface bg-accent"
            />
          )}
          <Icon role="img" aria-label={`${types(typeLabels[item.type])}:`} size={18} strokeWidth={1.75} />
        </span>
        <span className="flex min-w-0 items-baseline gap-3">
          <SafeText
            className={`min-w-0 grow overflow-clip text-15 text-ellipsis whitespace-nowrap transition-colors duration-150 ${weight}`}
          >
            {item.summary}
          </SafeText>
          {amount && (
            <bdi
              dir="ltr"
              // Never cut: half an amount is another amount.
              className={`max-w-[60%] shrink-0 text-right text-15 ${item.moves_money === false || isGone ? 'text-soft' : 'font-semibold'}`}
            >
              {formatMoney(amount, locale)}
            </bdi>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-1.5 text-13 text-soft">
          <SafeText className="min-w-0 overflow-clip text-ellipsis whitespace-nowrap">
            {item.context?.agent ?? card('agent')}
          </SafeText>
          {item.task_id !== null && (
            <span className="hidden shrink-0 min-[24rem]:inline" title={item.task_id}>
              · <span className="font-mono text-12">{shortId(item.task_id)}</span>
            </span>
          )}
          <RowTime item={item} isGone={isGone} />
          <span className="ml-auto flex shrink-0 items-center gap-1.5">
            {item.context?.mode === 'test' && <Tag>{card('test')}</Tag>}
            {person.role === 'admin' && <Initials userId={item.user_id} />}
          </span>
        </span>
      </InboxLink>
    </div>
  )
})
