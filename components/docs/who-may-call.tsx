import { translator } from '@/components/messages/translator'
import type { DocumentedOperation } from './document'

/** The credentials that an operation takes, in one sentence. */
export function WhoMayCall({ security }: Pick<DocumentedOperation, 'security'>) {
  const t = translator()
  const scopes = security.flatMap((each) => each.apiKey ?? [])
  const roles = security.flatMap((each) => each.person ?? [])
  const callers = [
    ...(scopes.length > 0 ? [t('Docs.key', { scopes: scopes.join(', ') })] : []),
    ...(security.some((each) => each.sessionToken) ? [t('Docs.token')] : []),
    ...(roles.length > 0 ? [t('Docs.person', { roles: roles.join(', ') })] : []),
  ]
  return (
    <p className="text-13 text-soft">
      {t('Docs.who')} {callers.join(' · ')}
    </p>
  )
}
