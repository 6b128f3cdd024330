import type { Messages } from 'next-intl'

type ErrorKey = keyof Messages['SignIn']['error']

const known: ErrorKey[] = ['wrong_credentials', 'too_many_attempts', 'link_invalid', 'invalid_request']

/** The text for a refused sign-in. */
export function toErrorKey(error: Error): ErrorKey {
  return known.find((key) => key === error.message) ?? 'unknown'
}
