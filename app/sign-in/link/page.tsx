import { currentLocale } from '@/app/current-locale'
import { translator } from '@/components/messages/translator'
import { LinkForm } from '@/components/sign-in/link-form'
import { PlainPage } from '@/components/ui/plain-page'

export default async function SignInLinkPage() {
  const t = translator(await currentLocale())
  return (
    <PlainPage title={t('SignInLink.title')}>
      <LinkForm />
    </PlainPage>
  )
}
