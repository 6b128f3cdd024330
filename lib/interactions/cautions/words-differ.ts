import type { Caution } from './caution'
import { countThatDiffers } from './count-differs'
import { hostsIn } from './hosts'
import { moneyThatDiffers } from './money-differs'
import { payeeThatDiffers } from './payee-differs'
import { factsOf, type Shown } from './shown'

type Facts = ReturnType<typeof factsOf>

function differences(place: 'summary' | 'reason', words: string, facts: Facts, pageUrl: string | null): Caution[] {
  const found: Caution[] = []
  const add = (code: Caution['code'], said: string, fact: string | null) => found.push({ code, place, said, fact })
  const values = [...facts.rows.map(({ value }) => value), ...(facts.action === null ? [] : [facts.action])]

  const money = facts.amount && moneyThatDiffers(words, facts.amount, values)
  if (money) add(money.code, money.said, facts.amount && `${facts.amount.value} ${facts.amount.currency}`)

  const payee = facts.payee && payeeThatDiffers(words, facts.payee)
  if (payee) add('payee_differs', payee, facts.payee?.name ?? null)

  const count = countThatDiffers(words, facts.rows)
  if (count) add('count_differs', count.said, count.fact)

  const known = [...values, facts.payee?.id ?? '', facts.payee?.name ?? '', facts.server ?? '', pageUrl ?? ''].flatMap(
    hostsIn,
  )
  const host = hostsIn(words).find(({ domain }) => known.every((fact) => fact.domain !== domain))
  if (host && known[0]) add('host_differs', host.said, known[0].host)
  return found
}

/** Where the agent's words and the facts do not say the same (S01). Without a fact there is nothing to differ from. */
export function wordsThatDiffer(item: Shown): Caution[] {
  const facts = factsOf(item)
  const pageUrl = item.browser?.url ?? null
  return [
    ...differences('summary', item.summary, facts, pageUrl),
    ...(facts.reason === null ? [] : differences('reason', facts.reason, facts, pageUrl)),
  ]
}
