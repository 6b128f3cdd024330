'use client'

import { Facts } from '@/components/ui/facts'
import { SafeText } from '@/components/ui/safe-text'
import { readDetails } from './details'
import { toFacts } from './to-facts'
import type { BodyProps } from './view'

/** The facts beside a question; an ended one also shows what was asked, since its form is gone. */
export function QuestionBody({ item }: BodyProps<'question'>) {
  const { others, rows } = readDetails(item)
  return (
    <>
      {item.status !== 'pending' && (
        <ul className="grid gap-2">
          {item.questions?.map(({ question }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of one item never move
            <li key={index}>
              <SafeText className="text-18 whitespace-pre-wrap">{question}</SafeText>
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={toFacts(
          [...rows, ...others].map((row) => ({ ...row, isOurs: false })),
          item.context?.domains,
        )}
      />
    </>
  )
}
