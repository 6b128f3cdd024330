import type { Amount } from '@/lib/interactions/facts'
import { keepFormats } from './keep-formats'

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
  const [, fraction = ''] = amount.value.split('.')
  if (!isKnownCurrency(amount.currency)) {
    const digits = numberFormat(locale, {
      minimumFractionDigits: fraction.length,
      maximumFractionDigits: fraction.length,
    })
    return `${amount.currency}\u00a0${digits.format(value)}`
  }
  const usual = usualDecimals(locale, amount.currency)
  // More than usual are shown as they came, when they are worth anything.
  const digits = /[1-9]/.test(fraction.slice(usual)) ? fraction.length : usual
  return numberFormat(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
