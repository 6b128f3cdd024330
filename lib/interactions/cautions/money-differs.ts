import type { Amount } from '@/lib/interactions/facts'
import { canonicalDecimal, plainDigits, toUnits } from './numbers'
import { readMoney, type SaidMoney } from './said-money'

const decimalsOf = (value: string) => value.split('.')[1]?.length ?? 0

/** Whether the amounts that are named make up the fact: together, or one of them as often as the text says. */
function makesUp(text: string, said: SaidMoney[], fact: string): boolean {
  const values = said.flatMap(({ values: [first] }) => (first === undefined ? [] : [first]))
  const decimals = Math.max(...[...values, fact].map(decimalsOf))
  const whole = toUnits(fact, decimals)
  const units = values.map((value) => toUnits(value, decimals))
  if (units.length > 1 && units.reduce((sum, each) => sum + each, 0n) === whole) return true
  const times = new Set(
    plainDigits(text)
      .match(/(?<![\d.,])\d{1,6}(?![\d.,]*\d)/g)
      ?.map(BigInt),
  )
  return units.some((each) => each > 0n && whole % each === 0n && times.has(whole / each))
}

/**
 * The first amount in a text that is not the fact, when none in it is. What the text makes up the fact of counts as the
 * fact ("2 nights at $250" for 500), and so does what the other facts name.
 */
export function moneyThatDiffers(
  text: string,
  amount: Amount,
  otherFacts: readonly string[],
): { code: 'amount_differs' | 'currency_differs'; said: string } | null {
  const mentions = readMoney(text)
  const [first] = mentions
  if (!first) return null
  const fact = canonicalDecimal(amount.value)
  const known = otherFacts.flatMap(readMoney)
  const isOfFact = ({ currencies }: SaidMoney) => currencies === null || currencies.includes(amount.currency)
  const equal = mentions.filter(({ values }) => values.includes(fact))
  if (equal.some(isOfFact)) return null
  if (equal[0]) return { code: 'currency_differs', said: equal[0].said }
  const foreign = mentions.find((each) => !isOfFact(each))
  const isKnown = (each: SaidMoney) => known.some(({ values }) => values.some((value) => each.values.includes(value)))
  const unknown = mentions.filter((each) => !isKnown(each))
  if (unknown.length === 0) return null
  if (!foreign && makesUp(text, mentions, fact)) return null
  return { code: 'amount_differs', said: unknown[0]?.said ?? first.said }
}
