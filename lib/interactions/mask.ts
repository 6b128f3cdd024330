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

/** What is a secret by its own form: keys of known makers, tokens, private keys, and a name that is given a value. */
const secretForms = [
  /\b(?:sk|pk|rk|vk)_(?:live|test)_\w{8,}/g,
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|AIza[\w-]{30,}|vst_[\w-]{16,}|sk-[\w-]{20,})/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<=\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}/gi,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<=\b(?:password|passwd|passphrase|pwd|secret|token|api[_ -]?key|otp|pin|cvc|cvv)\s*[:=]\s*)\S+/gi,
  /(?<=:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/g,
  /\b(?:\d[ -]?){12,18}\d\b/g,
]

/** A text of words with what looks like a secret in it masked (S31). */
export function maskText(text: string): string {
  return secretForms.reduce((kept, form) => kept.replace(form, masked), text)
}
