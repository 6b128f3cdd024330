import { describe, expect, it } from 'vitest'
import { formatMoney } from './money'

const inEnglish = (value: string, currency: string) => formatMoney({ value, currency }, 'en')

describe('an amount is shown digit for digit', () => {
  it.each([
    ['500.00', 'USD', '$500.00'],
    ['500', 'USD', '$500.00'],
    ['0.1', 'EUR', '€0.10'],
    ['500.005', 'USD', '$500.005'],
    ['1234567.8', 'EUR', '€1,234,567.80'],
    ['1000', 'JPY', '¥1,000'],
    ['1000.00', 'JPY', '¥1,000'],
    ['1000.5', 'JPY', '¥1,000.5'],
    ['1000.50', 'JPY', '¥1,000.50'],
    ['0.1250', 'USD', '$0.1250'],
    ['3', 'KWD', 'KWD 3.000'],
    ['9007199254740993.01', 'USD', '$9,007,199,254,740,993.01'],
    [
      '123456789012345678901234567890.123456789012345678',
      'USD',
      '$123,456,789,012,345,678,901,234,567,890.123456789012345678',
    ],
  ])('%s %s', (value, currency, text) => {
    expect(inEnglish(value, currency).replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('a currency nobody knows is shown by its code, with the digits as they came', () => {
    expect(inEnglish('12.50', 'ZZZ').replaceAll('\u00a0', ' ')).toBe('ZZZ 12.50')
    expect(inEnglish('12', 'XYZ').replaceAll('\u00a0', ' ')).toBe('XYZ 12')
  })
})
