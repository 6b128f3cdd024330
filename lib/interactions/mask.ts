const masked = '••••'

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
  'csc',
  'cvc',
  'cvn',
  'cvv',
  'iban',
  'key',
  'keys',
  'mfa',
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
  'totp',
])
const secretParts =
  /password|passwd|passphrase|secret|token|apikey|(?:private|access|signing|encryption|master|ssh)key|authorization|cookie|cardnumber|creditcard|iban/

/** Whether a label reads like the name of a secret: password, api_key, "Card number", accessToken (contract K7). */
export function looksSecret(label: string): boolean {
  const words = label
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const isSecret = (word: string) => secretWords.has(word) || secretWords.has(word.replace(/\d+$/, ''))
  return words.some(isSecret) || secretParts.test(words.join(''))
}

const secretsInText = [
  // Keys and tokens that say themselves what they are.
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
  /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant)[-_][\w-]{16,}/g,
  /\bsk-[\w-]{20,}/g,
  /\b(?:gh[opsur]_\w{30,}|github_pat_\w{30,}|glpat-[\w-]{18,}|xox[abprs]-[\w-]{10,}|npm_\w{30,}|hf_\w{30,}|whsec_[\w+/=]{20,})/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{35}/g,
  /\b(?:vk_(?:live|test)|vst)_\w{20,}/g,
  // What follows the name of a secret.
  /(?<=\b(?:Bearer|Basic)\s+)[\w.~+/=-]{16,}/g,
  /(?<=\b(?:password|passwd|pwd|passphrase|secret|token|api[-_ ]?key|otp|pin|cvc|cvv)["']?\s*[:=]\s*["']?)[^\s"'&,;]{4,}/gi,
  /(?<=\b\w{2,10}:\/\/[^\s/:@]{1,64}:)[^\s/@]{1,128}(?=@)/g,
]

const cardNumber = /(?<![\d.])[3-6](?:\d{14,15}|\d{3}(?:[ -]\d{4}){3}|\d{3}[ -]\d{6}[ -]\d{5})(?![\d.])/g

/** The check digit of ISO/IEC 7812, which every card number has. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** A text without the secrets that stand in it by their look: keys, tokens, passwords after their name, card numbers (S31). */
export function maskText(text: string): string {
  const withoutCards = text.replace(cardNumber, (number) => {
    const digits = number.replace(/\D/g, '')
    return hasCheckDigit(digits) ? `${masked} ${digits.slice(-4)}` : number
  })
  return secretsInText.reduce((shown, pattern) => shown.replace(pattern, masked), withoutCards)
}

/** A value of any shape without secrets: by the names of its members and by the look of its texts. */
export function maskWithin(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(maskWithin)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, looksSecret(key) ? masked : maskWithin(entry)]),
  )
}

export function maskRow(row: { label: string; value: string; show?: boolean | undefined }) {
  if (row.show === true) return { label: row.label, value: row.value }
  return { label: row.label, value: looksSecret(row.label) ? masked : maskText(row.value) }
}
