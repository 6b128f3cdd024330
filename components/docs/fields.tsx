import { translator } from '@/components/messages/translator'
import { type ApiDocument, boundsOf, partsOf, type Schema, typeOf } from './document'
import { FieldHead } from './field-head'
import { Inline } from './prose'

interface Props {
  document: ApiDocument
  schema: Schema
  /** In a request a required field is worth a word, in a response one that may be absent. */
  side: 'request' | 'response'
  /** The names of what is open around this, so that nothing holds itself. */
  within?: readonly string[]
}

/** The fields of an object, each with what is in it. */
export function Fields({ document, schema, side, within = [] }: Props) {
  return (
    <ul className="border-t border-line">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <li key={name} className="grid gap-1 border-b border-line py-2">
          <FieldHead
            name={name}
            type={typeOf(document, field)}
            bounds={boundsOf(field)}
            isRequired={side === 'request' && schema.required?.includes(name) === true}
            mayBeAbsent={side === 'response' && schema.required?.includes(name) !== true}
            fallback={side === 'request' ? field.default : undefined}
          />
          {field.description !== undefined && (
            <p className="text-13 text-soft">
              <Inline text={field.description} />
            </p>
          )}
          <Inside document={document} schema={field} side={side} within={within} />
        </li>
      ))}
    </ul>
  )
}

function Inside({ document, schema, side, within = [] }: Props) {
  const t = translator()
  const parts = partsOf(document, schema).filter(({ name }) => name === null || !within.includes(name))
  return parts.map(({ name, schema: part }) => (
    <details key={name ?? Object.keys(part.properties ?? {}).join()}>
      <summary className="min-h-6 text-13 text-accent">{name ?? t('Docs.fields')}</summary>
      <div className="mt-1 border-l border-line pl-3">
        <Fields document={document} schema={part} side={side} within={name === null ? within : [...within, name]} />
      </div>
    </details>
  ))
}
