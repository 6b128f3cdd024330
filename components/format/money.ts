import type { Amount } from '@/lib/interactions/facts'
import { keepFormats } from './keep-formats'

/** Digits after the point that carry value: "500.00" has none, "0.125" has three. */
function significantDecimals(value: string): number {
  const [, fraction = ''] = value.split('.')
  return fraction.replace(/0+$/, '').length
}

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))

export function isKnownCurrency(code: string): boolean {
  return knownCurrencies.has(code)
}

const numberFormat = keepFormats((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))

/** The digits that a currency has after the point. Asking a formatter for them costs more than formatting. */
const usualDecimals = keepFormats(
  (locale, currency: string) =>
    numberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
)

/**
 * An amount in words of the locale, digit for digit: the decimal string goes to the formatter as a string, and no digit is
 * rounded away. A currency nobody knows is shown by its code.
 */
export function formatMoney(amount: Amount, locale: string): string {
  const value = amount.value as Intl.StringNumericLiteral
  const decimals = significantDecimals(amount.value)
  if (!isKnownCurrency(amount.currency)) {
    const [, fraction = ''] = amount.value.split('.')
    const digits = numberFormat(locale, {
      minimumFractionDigits: fraction.length,
      maximumFractionDigits: fraction.length,
    })
    return `${amount.currency}\u00a0${digits.format(value)}`
  }
  const digits = Math.max(usualDecimals(locale, amount.currency), decimals)
  return numberFormat(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
