import { translator } from '@/components/messages/translator'
import { type ApiDocument, partsOf, resolve, type Schema } from './document'
import { Fields } from './fields'

interface Props {
  document: ApiDocument
  schema: Schema
  side: 'request' | 'response'
}

/** A body that is one object, or one of several, each named by its schema or by its fields. */
export function BodyFields({ document, schema, side }: Props) {
  const t = translator()
  const alternatives = resolve(document, schema).schema.anyOf
  if (!alternatives) {
    return partsOf(document, schema).map(({ name, schema: part }) => (
      <Fields key={name} document={document} schema={part} side={side} within={name === null ? [] : [name]} />
    ))
  }
  const parts = alternatives.flatMap((each) => partsOf(document, each))
  const shared = sharedBy(parts.map((part) => part.schema))
  const isShared = (field: string) => Object.hasOwn(shared.properties ?? {}, field)
  return (
    <div className="grid gap-2">
      {Object.keys(shared.properties ?? {}).length > 0 && <Fields document={document} schema={shared} side={side} />}
      <p>{t('Docs.exactly_one')}</p>
      {parts.map(({ name, schema: part }) => {
        const title = name ?? `{ ${Object.keys(part.properties ?? {}).join(', ')} }`
        return (
          <details key={title} open={name === null}>
            <summary className="min-h-8 py-1 font-mono text-13">{title}</summary>
            <Fields document={document} schema={having(part, (field) => !isShared(field))} side={side} />
          </details>
        )
      })}
    </div>
  )
}

function having(schema: Schema, isWanted: (field: string, value: Schema) => boolean): Schema {
  const fields = Object.entries(schema.properties ?? {}).filter(([name, value]) => isWanted(name, value))
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** The fields that every alternative has, with the same meaning. */
function sharedBy([first = {}, ...others]: Schema[]): Schema {
  return having(first, (name, value) =>
    others.every(({ properties }) => JSON.stringify(properties?.[name]) === JSON.stringify(value)),
  )
}
