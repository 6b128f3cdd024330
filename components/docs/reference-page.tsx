import type { ReactNode } from 'react'
import { Wordmark } from '@/components/account/wordmark'
import { translator } from '@/components/messages/translator'
import { type ApiDocument, listOperations } from './document'

interface Props {
  document: ApiDocument
  title: string
  /** The id of the operation that is shown. */
  current?: string
  children: ReactNode
}

/** The frame of the reference: every operation at the side, one thing in the middle. */
export function ReferencePage({ document, title, current, children }: Props) {
  const t = translator()
  return (
    // The operations are described in English alone.
    <div lang="en" className="mx-auto grid w-full max-w-300 gap-x-12 px-5 py-6 split:grid-cols-[16rem_minmax(0,1fr)]">
      <title>{`${title} · ${document.info.title}`}</title>
      <header className="split:col-span-2">
        <a href="/docs" className="inline-flex min-h-11 items-center">
          <Wordmark />
        </a>
      </header>
      <nav
        aria-label={t('Docs.operations')}
        className="hidden self-start py-4 split:sticky split:top-0 split:block split:max-h-dvh split:overflow-y-auto"
      >
        <OperationList document={document} current={current} />
      </nav>
      <main className="grid min-w-0 content-start gap-8 py-4">
        <h1 className="text-24 font-semibold tracking-tight text-balance">{title}</h1>
        {children}
        {current !== undefined && (
          <p className="split:hidden">
            <a href="/docs" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
              {t('Docs.all_operations')}
            </a>
          </p>
        )}
      </main>
    </div>
  )
}

/** Links to every operation, by tag. */
export function OperationList({ document, current }: { document: ApiDocument; current?: string | undefined }) {
  const operations = listOperations(document)
  return (
    <ul className="grid gap-4">
      {document.tags.map(({ name }) => (
        <li key={name} className="grid gap-1">
          <p className="text-13 font-medium text-soft">{name}</p>
          <ul>
            {operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ operation }) => (
                <li key={operation.operationId}>
                  <a
                    href={`/docs/${operation.operationId}`}
                    aria-current={operation.operationId === current ? 'page' : undefined}
                    className="grid min-h-8 content-center rounded-small pointer-coarse:min-h-11 px-2 py-1 text-13 hover:bg-sunken aria-[current=page]:bg-accent-tint aria-[current=page]:font-medium"
                  >
                    {operation.summary}
                  </a>
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
