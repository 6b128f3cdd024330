'use client'

import { useTranslations } from 'next-intl'
import { Moment } from '@/components/clock/moment'
import { Facts } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import { UrlText } from '@/components/ui/url-text'
import { readDetails } from './details'
import { Screenshot } from './screenshot'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

export function HandoffBody({ item }: BodyProps<'handoff'>) {
  const t = useTranslations('Handoff')
  const card = useTranslations('Card')
  const { asksForValue, others, rows } = readDetails(item)
  const isFormShown = item.status === 'pending' && asksForValue
  const page = item.browser?.url
  const agent = item.context?.agent ?? card('agent')
  const holder = t.rich('holder', { agent: () => <SafeText>{agent}</SafeText> })
  const until =
    item.expires_at === null
      ? []
      : [{ key: 'until', label: t('until'), value: <Moment at={item.expires_at} withZone /> }]
  return (
    <>
      {!isFormShown && (
        <ul className="grid gap-2">
          {item.questions?.map(({ question, header }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of one item never move
            <li key={index} className="grid">
              {header !== '' && <SafeText className="text-13 text-soft">{header}</SafeText>}
              <SafeText className="text-18 font-semibold whitespace-pre-wrap">{question}</SafeText>
            </li>
          ))}
        </ul>
      )}
      {item.browser && (
        <Facts
          facts={[
            {
              key: 'page',
              label: t('page'),
              value: page ? <UrlText url={page} domains={item.context?.domains} /> : t('page_unknown'),
            },
            ...(item.status === 'pending' ? [{ key: 'browser', label: t('browser'), value: holder }, ...until] : []),
          ]}
        />
      )}
      {item.frame_url !== undefined && (
        <Screenshot src={item.frame_url} takenAt={item.created_at} pageUrl={page ?? null} />
      )}
      <Facts
        facts={toFacts(
          [...rows, ...others].map((row) => ({ ...row, isOurs: false })),
          item.context?.domains,
        )}
      />
    </>
  )
}
