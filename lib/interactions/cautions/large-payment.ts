import { Amount } from '@/lib/interactions/facts'
import type { Caution } from './caution'
import { toUnits } from './numbers'
import { factsOf, type Shown } from './shown'

/** From which amount on a payment is large: a decimal by currency. One that is not named here has no large amounts. */
export type LargeFrom = ReadonlyMap<string, string>

/** More than any currency or amount has. */
const decimals = 18

/**
 * Reads such a list: "USD 1000, KWD 300.500", or "none".
 * @throws Error that names what is wrong with the first wrong part
 */
export function readLargeFrom(text: string): LargeFrom {
  if (text.trim() === 'none') return new Map()
  return new Map(
    text.split(',').map((part) => {
      const [currency, value, ...more] = part.trim().split(/\s+/)
      const amount = Amount.safeParse({ value, currency })
      if (!amount.success || more.length > 0) {
        throw new Error(`"${part.trim()}" is not a currency and an amount, such as "USD 1000"`)
      }
      return [amount.data.currency, amount.data.value]
    }),
  )
}

/** That an amount is as large as the operator named, or larger. */
export function largePayment(item: Shown, largeFrom: LargeFrom): Caution[] {
  const { amount } = factsOf(item)
  if (!amount) return []
  const from = largeFrom.get(amount.currency)
  if (from === undefined || toUnits(amount.value, decimals) < toUnits(from, decimals)) return []
  const said = (value: string) => `${amount.currency} ${value}`
  return [{ code: 'large_payment', place: 'amount', said: said(amount.value), fact: said(from) }]
}
