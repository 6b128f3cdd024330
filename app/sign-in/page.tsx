import { redirect } from 'next/navigation'
import { currentLocale } from '@/app/current-locale'
import { translator } from '@/components/messages/translator'
import { OidcButton } from '@/components/sign-in/oidc-button'
import { PasswordForm } from '@/components/sign-in/password-form'
import { toOwnPath } from '@/components/sign-in/to-own-path'
import { PlainPage } from '@/components/ui/plain-page'
import { currentPerson, oidcName } from '@/lib/auth/session'

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function SignInPage({ searchParams }: Props) {
  const t = translator(await currentLocale())
  const { next, error } = await searchParams
  const target = toOwnPath(next)
  if (await currentPerson()) redirect(target)
  const provider = await oidcName()
  return (
    <PlainPage title={t('SignIn.title')}>
      <PasswordForm next={target} isProviderRefused={error !== undefined} />
      {provider !== null && <OidcButton name={provider} next={target} />}
      <p className="text-13 text-soft">{t('SignIn.no_account')}</p>
    </PlainPage>
  )
}
