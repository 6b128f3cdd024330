import { notFound } from 'next/navigation'
import { currentLocale } from '@/app/current-locale'
import { Prose } from '@/components/docs/prose'
import { translator } from '@/components/messages/translator'
import { PlainPage } from '@/components/ui/plain-page'
import { Section } from '@/components/ui/section'
import { type ErrorCode, errorCodes } from '@/lib/interactions/errors'

interface Props {
  params: Promise<{ code: string }>
}

async function codeOf(params: Props['params']): Promise<ErrorCode> {
  const { code } = await params
  return errorCodes.find((each) => each === code) ?? notFound()
}

/** What an error's `doc_url` leads to. */
export default async function ErrorCodePage({ params }: Props) {
  const code = await codeOf(params)
  const t = translator(await currentLocale())
  return (
    <PlainPage title={t(`Errors.${code}.title`)}>
      <p className="font-mono text-13 text-soft">{code}</p>
      <Section level={2} title={t('ErrorPage.what')}>
        <Prose text={t(`Errors.${code}.what`)} />
      </Section>
      <Section level={2} title={t('ErrorPage.fix')}>
        <Prose text={t(`Errors.${code}.fix`)} />
      </Section>
      <p>
        <a
          href="/errors"
          className="inline-flex min-h-11 items-center font-medium text-accent underline underline-offset-4"
        >
          {t('ErrorPage.all')}
        </a>
      </p>
    </PlainPage>
  )
}
