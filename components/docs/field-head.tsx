import { translator } from '@/components/messages/translator'

interface Props {
  name: string
  type: string
  bounds?: string | null
  isRequired?: boolean
  mayBeAbsent?: boolean
  fallback?: unknown
}

/** One line that names a field, its type and its rules. */
export function FieldHead({ name, type, bounds = null, isRequired = false, mayBeAbsent = false, fallback }: Props) {
  const t = translator()
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-13">
      <code className="font-mono font-medium">{name}</code>
      <code className="font-mono text-soft">{type}</code>
      {isRequired && <span className="text-money">{t('Docs.required')}</span>}
      {mayBeAbsent && <span className="text-soft">{t('Docs.may_be_absent')}</span>}
      {bounds !== null && <span className="text-soft">{bounds}</span>}
      {fallback !== undefined && (
        <span className="text-soft">{t('Docs.default', { value: JSON.stringify(fallback) })}</span>
      )}
    </p>
  )
}
