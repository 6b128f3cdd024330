import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { looksSecret, maskRow } from './mask'

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
