import { currentLocale } from '@/app/current-locale'
import { translator } from '@/components/messages/translator'
import { PlainPage } from '@/components/ui/plain-page'
import { errorCodes } from '@/lib/interactions/errors'

export default async function ErrorsPage() {
  const t = translator(await currentLocale())
  return (
    <PlainPage title={t('ErrorPage.title')}>
      <ul className="border-t border-line">
        {errorCodes.map((code) => (
          <li key={code} className="border-b border-line">
            <a href={`/errors/${code}`} className="grid min-h-11 content-center py-2 hover:bg-sunken">
              <span>{t(`Errors.${code}.title`)}</span>
              <span className="font-mono text-13 text-soft">{code}</span>
            </a>
          </li>
        ))}
      </ul>
    </PlainPage>
  )
}
