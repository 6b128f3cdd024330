import { translator } from '@/components/messages/translator'
import { Section } from '@/components/ui/section'
import type { DocumentedOperation } from './document'

/** The refusals of a call by status, each code leading to its own page. */
export function ErrorList({ responses }: Pick<DocumentedOperation, 'responses'>) {
  const t = translator()
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith('2'))
  return (
    <Section level={2} title={t('Docs.errors')}>
      <dl className="border-t border-line">
        {errors.map(([status, { description }]) => (
          <div key={status} className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 border-b border-line py-2">
            <dt className="font-mono text-13 leading-6 text-soft">{status}</dt>
            <dd className="flex flex-wrap gap-x-4">
              {[...description.matchAll(/`(\w+)`/g)].map(([, code]) => (
                <a
                  key={code}
                  href={`/errors/${code}`}
                  className="font-mono text-13 leading-6 text-accent underline underline-offset-4"
                >
                  {code}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
