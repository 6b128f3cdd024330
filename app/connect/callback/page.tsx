import { currentLocale } from '@/app/current-locale'
import { CallbackForm } from '@/components/connect/callback-form'
import { translator } from '@/components/messages/translator'
import { PlainPage } from '@/components/ui/plain-page'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** A parameter that is there once and says something. */
function given<Name extends string>(name: Name, value: string | string[] | undefined) {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<Name, string>) : null
}

export default async function ConnectCallbackPage({ searchParams }: Props) {
  const t = translator(await currentLocale())
  const { state, code, error, iss } = await searchParams
  const found = given('state', state)
  const answer = found && { ...found, ...given('code', code), ...given('error', error), ...given('iss', iss) }
  return (
    <PlainPage title={t('ConnectCallback.title')}>
      <CallbackForm answer={answer} />
    </PlainPage>
  )
}
