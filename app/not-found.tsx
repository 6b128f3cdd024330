import { currentLocale } from '@/app/current-locale'
import { translator } from '@/components/messages/translator'
import { PlainPage } from '@/components/ui/plain-page'

export default async function NotFound() {
  const t = translator(await currentLocale())
  return (
    <PlainPage title={t('NothingHere.title')}>
      <p className="text-soft">{t('NothingHere.why')}</p>
      <p>
        <a href="/" className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4">
          {t('NothingHere.back')}
        </a>
      </p>
    </PlainPage>
  )
}
