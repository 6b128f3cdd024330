'use client'

import { ArrowUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { NoticeChannel } from '@/components/query/notices'
import { IconButton } from '@/components/ui/icon-button'

interface Props {
  offered: NoticeChannel[]
  chosen: NoticeChannel[]
  onChange: (chosen: NoticeChannel[]) => void
}

/** The channels in the order of their turns; those that are not chosen stand last. */
export function ChannelOrder({ offered, chosen, onChange }: Props) {
  const t = useTranslations('NoticeSettings')
  const used = chosen.filter((channel) => offered.includes(channel))
  const rows = [...used, ...offered.filter((channel) => !used.includes(channel))]

  function toggle(channel: NoticeChannel) {
    onChange(used.includes(channel) ? used.filter((each) => each !== channel) : [...used, channel])
  }

  function moveUp(channel: NoticeChannel) {
    const at = used.indexOf(channel)
    onChange([...used.slice(0, at - 1), channel, ...used.slice(at - 1, at), ...used.slice(at + 1)])
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="text-15 font-medium">{t('channels')}</legend>
      <p className="text-13 text-soft">{t('channels_what')}</p>
      <ol className="border-t border-line">
        {rows.map((channel) => (
          <li key={channel} className="flex min-h-13 items-center justify-between gap-3 border-b border-line">
            <label className="flex min-h-11 grow items-center gap-3 text-15">
              <input
                type="checkbox"
                checked={used.includes(channel)}
                onChange={() => toggle(channel)}
                className="size-5 accent-accent"
              />
              {t(`channel.${channel}`)}
            </label>
            {used.indexOf(channel) > 0 && (
              <IconButton
                icon={ArrowUp}
                label={t('earlier', { channel: t(`channel.${channel}`) })}
                onClick={() => moveUp(channel)}
              />
            )}
          </li>
        ))}
      </ol>
    </fieldset>
  )
}
