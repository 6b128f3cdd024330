import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { looksSecret, maskRow, maskText, maskWithin } from './mask'

const secrets = [
  'password',
  'Password',
  'PASSWORD',
  'user password',
  'new-password',
  'passwordHash',
  'db_password',
  'secret',
  'client_secret',
  'clientSecret',
  'token',
  'access_token',
  'accessToken',
  'refresh-token',
  'API key',
  'api_key',
  'apiKey',
  'apikey',
  'X-Api-Key',
  'key',
  'Authorization',
  'headers.authorization',
  'cookie',
  'Set-Cookie',
  'card',
  'Card number',
  'cardNumber',
  'creditcard',
  'CVC',
  'cvv',
  'IBAN',
  'iban_from',
  'SSN',
  'otp',
  'OTP code',
  'auth.password',
  'tokens[0]',
  'keys[3].id',
  'privatekey',
  'private_key',
  'sshKey',
  'cvc2',
  'CVV2',
  'otp1',
  'totp',
  'access key',
]
const plain = [
  'Hotel',
  'keyboard',
  'monkey',
  'Postcard',
  'discard',
  'scorecard',
  'tokyo',
  'Passport',
  'compass',
  'Author',
  'authorize',
  'Amount',
  'To',
  'Optional',
  'Lesson',
  '',
  'é',
]

verifies('K7', 'a label that names a secret is seen in any spelling', () => {
  expect(secrets.filter((label) => !looksSecret(label))).toEqual([])
})

verifies('K7', 'a label that only looks a little like one is not', () => {
  expect(plain.filter((label) => looksSecret(label))).toEqual([])
})

verifies('K7', 'a secret value is replaced whole unless it is to be shown, and show never leaves the row', () => {
  expect(maskRow({ label: 'password', value: 'hunter2' })).toEqual({ label: 'password', value: '••••' })
  expect(maskRow({ label: 'password', value: 'hunter2', show: false })).toEqual({ label: 'password', value: '••••' })
  expect(maskRow({ label: 'password', value: 'hunter2', show: true })).toEqual({ label: 'password', value: 'hunter2' })
  expect(maskRow({ label: 'Hotel', value: 'Lakeside', show: true })).toEqual({ label: 'Hotel', value: 'Lakeside' })
})

verifies('S31', 'secrets in texts are masked by their look, and nothing else is', () => {
  const hidden: Record<string, string> = {
    'use sk_live_abcdefghijklmnop1234 now': 'use •••• now',
    'key sk-proj-abcdefghijklmnopqrstuv': 'key ••••',
    'Authorization: Bearer abcdefghijklmnop.qrst': 'Authorization: Bearer ••••',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl': '••••',
    AKIAIOSFODNN7EXAMPLE: '••••',
    'password: hunter2, user: ada': 'password: ••••, user: ada',
    '"api_key": "abcd1234"': '"api_key": "••••"',
    'postgres://ada:hunter2@db/x': 'postgres://ada:••••@db/x',
    'card 4111 1111 1111 1111 ok': 'card •••• 1111 ok',
    'card 378282246310005': 'card •••• 0005',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nend': '••••\nend',
    vk_test_0123456789abcdefghijABCDEFGHIJ0123456789: '••••',
  }
  for (const [text, shown] of Object.entries(hidden)) expect(maskText(text), text).toBe(shown)
  const plain = [
    'pay $500.00 to Lakeside Hotel, booking 4111 1111 1111 1112',
    'task_01hzy3abcdefghjkmnpqrstvwx and int_01hzy3abcdefghjkmnpqrstvwx',
    'password reset asked for; the secret of good bread',
    'https://example.com:8443/path?page=2 and sk-learn 1.2',
    '9007199254740993.01',
    'call +1 415 555 0100 before 2027-03-14T10:30:00Z',
  ]
  for (const text of plain) expect(maskText(text), text).toBe(text)
})

verifies('S31 K7', 'a value of any shape is masked by names and by look', () => {
  const value = { a: [{ cvc2: 123, note: 'password=hunter2' }], privatekey: { b: 1 }, n: 5, ok: 'fine' }
  expect(maskWithin(value)).toEqual({
    a: [{ cvc2: '••••', note: 'password=••••' }],
    privatekey: '••••',
    n: 5,
    ok: 'fine',
  })
  expect(maskRow({ label: 'Note', value: 'AKIAIOSFODNN7EXAMPLE' }).value).toBe('••••')
  expect(maskRow({ label: 'Note', value: 'AKIAIOSFODNN7EXAMPLE', show: true }).value).toBe('AKIAIOSFODNN7EXAMPLE')
})
