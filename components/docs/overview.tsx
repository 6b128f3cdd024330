import { translator } from '@/components/messages/translator'
import { Section } from '@/components/ui/section'
import { CodeBlock } from './code-block'
import { toCurl } from './curl'
import { type ApiDocument, listOperations } from './document'
import { Prose } from './prose'
import { OperationList, ReferencePage } from './reference-page'

/** The way in: what the API is, a first call, and everything there is. */
export function Overview({ document }: { document: ApiDocument }) {
  const t = translator()
  const first = listOperations(document)[0]
  return (
    <ReferencePage document={document} title={document.info.title}>
      <Prose text={document.info.description} className="max-w-prose" />
      {first && <CodeBlock label={first.operation.summary} code={toCurl(document, first, undefined)} />}
      <p>
        <a href="/openapi.json" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
          {t('Docs.document')}
        </a>
      </p>
      <div className="split:hidden">
        <Section level={2} title={t('Docs.operations')}>
          <OperationList document={document} />
        </Section>
      </div>
    </ReferencePage>
  )
}
