import type { ReactNode } from 'react'

export interface Fact {
  label: ReactNode
  value: ReactNode
  key: string
}

/** Facts as a table of two columns, which becomes one where there is no room. */
export function Facts({ facts }: { facts: Fact[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="border-t border-line">
      {facts.map((fact) => (
        <div
          key={fact.key}
          className="grid gap-x-4 border-b border-line py-2 text-15 min-[30rem]:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)]"
        >
          <dt className="text-13 leading-6 text-soft">{fact.label}</dt>
          <dd className="min-w-0 whitespace-pre-wrap">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
