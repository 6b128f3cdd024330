import { connection } from 'next/server'
import { currentLocale } from '@/app/current-locale'
import { ConnectForm } from '@/components/connect/connect-form'
import { translator } from '@/components/messages/translator'
import { PlainPage } from '@/components/ui/plain-page'
import { currentPerson } from '@/lib/auth/session'

export default async function ConnectPage() {
  await connection()
  const t = translator(await currentLocale())
  const person = await currentPerson()
  return (
    <PlainPage title={t('ConnectPage.title')}>
      <ConnectForm person={person && { name: person.name, email: person.email }} />
    </PlainPage>
  )
}
