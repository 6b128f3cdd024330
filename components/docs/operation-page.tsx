import { translator } from '@/components/messages/translator'
import { Section } from '@/components/ui/section'
import { BodyFields } from './body-fields'
import { CodeBlock } from './code-block'
import { isForPrograms, toCurl } from './curl'
import { type ApiDocument, boundsOf, json, type Listed, type Parameter, parametersOf, typeOf } from './document'
import { ErrorList } from './error-list'
import { FieldHead } from './field-head'
import { Inline, Prose } from './prose'
import { ReferencePage } from './reference-page'
import { WhoMayCall } from './who-may-call'

/** All about one call. */
export function OperationPage({ document, listed }: { document: ApiDocument; listed: Listed }) {
  const t = translator()
  const { method, path, operation } = listed
  const request = operation.requestBody?.content[json]
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const bodies = Object.entries(request?.examples ?? { '': { value: undefined } })
  return (
    <ReferencePage document={document} title={operation.summary} current={operation.operationId}>
      <p className="font-mono text-15">
        <span className="font-medium">{method}</span> {path}
      </p>
      {operation.description !== undefined && <Prose text={operation.description} className="max-w-prose" />}
      <WhoMayCall security={operation.security} />
      <Parameters document={document} parameters={parametersOf(document, operation)} />
      {request && (
        <Section level={2} title={operation.requestBody?.required ? t('Docs.body') : t('Docs.body_optional')}>
          <BodyFields document={document} schema={request.schema} side="request" />
        </Section>
      )}
      <Section level={2} title={t('Docs.examples')}>
        {isForPrograms(listed) ? (
          bodies.map(([name, { value }]) => (
            <CodeBlock key={name} label={name || operation.operationId} code={toCurl(document, listed, value)} />
          ))
        ) : (
          <p>{t('Docs.inbox_only')}</p>
        )}
      </Section>
      {answers.map(([status, { description, content }]) => (
        <Section key={status} level={2} title={t('Docs.answers', { status })}>
          <p>
            <Inline text={description} />
          </p>
          {content?.[json] && <BodyFields document={document} schema={content[json].schema} side="response" />}
          {Object.entries(content?.[json]?.examples ?? {}).map(([name, { value }]) => (
            <CodeBlock key={name} label={name} code={JSON.stringify(value, null, 2)} />
          ))}
        </Section>
      ))}
      <ErrorList responses={operation.responses} />
    </ReferencePage>
  )
}

function Parameters({ document, parameters }: { document: ApiDocument; parameters: Parameter[] }) {
  const t = translator()
  return (['path', 'query', 'header'] as const).map((place) => {
    const here = parameters.filter((each) => each.in === place)
    if (here.length === 0) return null
    return (
      <Section key={place} level={2} title={t(`Docs.in_${place}`)}>
        <ul className="border-t border-line">
          {here.map(({ name, required, schema, description }) => (
            <li key={name} className="grid gap-1 border-b border-line py-2">
              <FieldHead
                name={name}
                type={typeOf(document, schema)}
                bounds={boundsOf(schema)}
                isRequired={required === true}
              />
              {description !== undefined && (
                <p className="text-13 text-soft">
                  <Inline text={description} />
                </p>
              )}
            </li>
          ))}
        </ul>
      </Section>
    )
  })
}
