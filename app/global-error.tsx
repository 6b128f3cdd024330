'use client'

import './globals.css'

/** Drawn when the layout itself fails, so it leans on nothing that the layout gives, not even on the texts. */
export default function GlobalError({ reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="mx-auto grid max-w-120 gap-4 px-5 py-16">
          <h1 className="text-24 font-semibold">This page could not be drawn</h1>
          <p className="text-soft">The fault is ours. Nothing was answered by it.</p>
          <button type="button" onClick={reset} className="min-h-11 w-fit rounded border border-edge bg-raised px-4">
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
