import type { Amount } from '@/lib/interactions/facts'

/** Digits after the point that carry value: "500.00" has none, "0.125" has three. */
function significantDecimals(value: string): number {
  const [, fraction = ''] = value.split('.')
  return fraction.replace(/0+$/, '').length
}

const knownCurrencies = new Set(Intl.supportedValuesOf('currency'))

export function isKnownCurrency(code: string): boolean {
  return knownCurrencies.has(code)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** A formatter is costly to make, and a list has one amount in each row. */
function formatterOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options])
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}

/**
 * An amount in words of the locale, digit for digit: the decimal string goes to the formatter as a string, and no digit is
 * rounded away. A currency nobody knows is shown by its code.
 */
export function formatMoney(amount: Amount, locale: string): string {
  const value = amount.value as Intl.StringNumericLiteral
  const decimals = significantDecimals(amount.value)
  if (!isKnownCurrency(amount.currency)) {
    const [, fraction = ''] = amount.value.split('.')
    const digits = formatterOf(locale, {
      minimumFractionDigits: fraction.length,
      maximumFractionDigits: fraction.length,
    })
    return `${amount.currency}\u00a0${digits.format(value)}`
  }
  const usual =
    formatterOf(locale, { style: 'currency', currency: amount.currency }).resolvedOptions().maximumFractionDigits ?? 2
  const digits = Math.max(usual, decimals)
  return formatterOf(locale, {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)
}
