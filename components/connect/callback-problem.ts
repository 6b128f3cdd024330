import type { DefaultError } from '@tanstack/react-query'
import type { Messages } from 'next-intl'

export type CallbackProblem = keyof Messages['ConnectCallback']['problem']

const byReason: CallbackProblem[] = [
  'denied',
  'provider_refused',
  'provider_unreachable',
  'other_person',
  'other_session',
  'not_linked',
]

/** Why a way back from a provider ended without a connection. */
export function toCallbackProblem({ status, code, details }: DefaultError): CallbackProblem {
  if (status === 401) return 'signed_out'
  const named = byReason.find((reason) => reason === details?.reason)
  if (named) return named
  if (code === 'not_found') return 'used'
  return code === 'expired' ? 'expired' : 'unknown'
}
