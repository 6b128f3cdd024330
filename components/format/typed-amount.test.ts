import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { formatMoney } from './money'
import { isAmountTyped } from './typed-amount'

const amounts = [
  { value: '500.00', currency: 'USD' },
  { value: '1234.5', currency: 'EUR' },
  { value: '150000', currency: 'JPY' },
  { value: '1234.567', currency: 'KWD' },
  { value: '9007199254740993.01', currency: 'USD' },
  { value: '12.30', currency: 'ZZZ' },
]

verifies('CARD14', 'an amount may be typed as it is shown, in any language, and as the bare number', () => {
  for (const amount of amounts) {
    for (const locale of ['en', 'de', 'fr', 'de-CH', 'ja', 'ar-EG', 'hi']) {
      expect(isAmountTyped(formatMoney(amount, locale), amount), `${amount.value} in ${locale}`).toBe(true)
    }
    expect(isAmountTyped(amount.value, amount)).toBe(true)
  }
  for (const typed of ['500', '500.00', '500,00', ' 500 ', '$500', '500 USD', 'USD 500.0', '0500', '٥٠٠']) {
    expect(isAmountTyped(typed, { value: '500.00', currency: 'USD' }), typed).toBe(true)
  }
})

verifies('CARD14', 'another amount, a part of it and anything beside it do not count', () => {
  const typed = [
    '',
    '$',
    '50',
    '5000',
    '500.01',
    '500 600',
    '500 or less',
    '-500',
    '5e2',
    '500.000.00',
    '5,00',
    'five hundred',
  ]
  for (const text of typed) expect(isAmountTyped(text, { value: '500.00', currency: 'USD' }), text).toBe(false)
})
