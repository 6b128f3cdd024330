import { translator } from '@/components/messages/translator'
import { LinkForm } from '@/components/sign-in/link-form'
import { PlainPage } from '@/components/ui/plain-page'

export default function SignInLinkPage() {
  const t = translator()
  return (
    <PlainPage title={t('SignInLink.title')}>
      <LinkForm />
    </PlainPage>
  )
}
