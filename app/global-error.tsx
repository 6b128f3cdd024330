'use client'

import messages from '@/components/messages/en.json'
import './globals.css'

/** Drawn when the layout itself fails, so it leans on nothing that the layout gives. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  const { title, what, again } = messages.Crash
  return (
    <html lang="en">
      <body>
        <main className="mx-auto grid max-w-120 gap-4 px-5 py-16">
          <h1 className="text-24 font-semibold">{title}</h1>
          <p className="text-soft">{what}</p>
          <button type="button" onClick={reset} className="min-h-11 w-fit rounded border border-edge bg-raised px-4">
            {again}
          </button>
        </main>
      </body>
    </html>
  )
}
