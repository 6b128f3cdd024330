export const masked = '••••'

const secretWords = new Set([
  'apikey',
  'apikeys',
  'authorization',
  'card',
  'cards',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'cvc',
  'cvv',
  'iban',
  'key',
  'keys',
  'otp',
  'passcode',
  'passphrase',
  'passwd',
  'password',
  'passwords',
  'pwd',
  'secret',
  'secrets',
  'ssn',
  'token',
  'tokens',
])
const secretParts = /password|passwd|secret|token|apikey|authorization|cookie|cardnumber|creditcard|iban/

/** Whether a label reads like the name of a secret: password, api_key, "Card number", accessToken (contract K7). */
export function looksSecret(label: string): boolean {
  const words = label
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.some((word) => secretWords.has(word)) || secretParts.test(words.join(''))
}

export function maskRow(row: { label: string; value: string; show?: boolean | undefined }) {
  const value = looksSecret(row.label) && row.show !== true ? masked : row.value
  return { label: row.label, value }
}
