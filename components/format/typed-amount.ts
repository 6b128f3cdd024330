import { canonicalDecimal, plainDigits, readNumber } from '@/lib/interactions/cautions/numbers'
import type { Amount } from '@/lib/interactions/facts'

const unseen = /[\s\p{Cf}]/gu
/** "US$", "د.ك." and "円": no more letters than a currency has. */
const currencyAround = /^[\p{Sc}\p{L}.]{1,5}|[\p{Sc}\p{L}.]{1,5}$/gu

/** Whether a person typed this amount, in whatever way numbers are written, with or without the currency (rule 5). */
export function isAmountTyped(typed: string, { value }: Amount): boolean {
  const number = plainDigits(typed).replace(unseen, '').replace(currencyAround, '')
  return /^\d[\d.,'’٫٬]*$/.test(number) && readNumber(number).includes(canonicalDecimal(value))
}
