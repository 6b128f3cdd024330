import type { ReactNode } from 'react'
import { Wordmark } from '@/components/account/wordmark'

/** A page with one column and one thing to say: signing in, an error, nothing here. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-100 flex-col gap-8 px-5 py-8 split:py-16">
      <title>{`${title} · Vestra Inbox`}</title>
      <header>
        <a href="/" className="inline-flex min-h-11 items-center">
          <Wordmark />
        </a>
      </header>
      <main className="grid gap-4">
        <h1 className="text-24 font-semibold tracking-tight text-balance">{title}</h1>
        {children}
      </main>
    </div>
  )
}
