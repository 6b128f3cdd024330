'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { connectionCompletion, type ProviderAnswer } from '@/components/query/connection-completion'
import { Notice } from '@/components/ui/notice'
import { toCallbackProblem } from './callback-problem'
import { InboxWay } from './inbox-way'

/** Where a provider sends the person back to: ends the flow, and goes on to where it began. */
export function CallbackForm({ answer }: { answer: ProviderAnswer | null }) {
  const t = useTranslations('ConnectCallback')
  const completion = useQuery(connectionCompletion(answer))
  const { data } = completion
  const [item] = data?.settled ?? []
  const target = data?.return_url ?? (item === undefined ? '/' : `/inbox/${item}`)

  useEffect(() => {
    // What came back counts once; nobody finds it in the history.
    window.history.replaceState(null, '', window.location.pathname)
  }, [])
  useEffect(() => {
    if (data) window.location.replace(target)
  }, [data, target])

  if (data) {
    return (
      <>
        <Notice tone="recorded" role="status">
          {t('connected')}
        </Notice>
        <InboxWay href={target} />
      </>
    )
  }
  if (answer !== null && !completion.isError) return <p className="text-soft">{t('finishing')}</p>
  return (
    <>
      <Notice tone="refusal" role="alert">
        {t(`problem.${completion.error ? toCallbackProblem(completion.error) : 'nothing'}`)}
      </Notice>
      <InboxWay />
    </>
  )
}
