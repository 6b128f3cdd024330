'use client'

import type { ReactNode } from 'react'

interface Props {
  /** What must be said before anybody presses: a reason, a state, an error. */
  above?: ReactNode
  no: ReactNode
  yes: ReactNode
}

/**
 * Always at the bottom, the no always left, the yes always right. Where both have no room in one line the yes goes above: the
 * place of the no is never that of another card's yes.
 */
export function ActionBar({ above, no, yes }: Props) {
  return (
    <div
      data-action-bar
      className="tall:sticky bottom-0 z-10 -mx-(--gutter) mt-auto border-t border-line bg-surface px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="grid gap-3">
        {above}
        <div className="flex flex-wrap-reverse items-center justify-between gap-3">
          <div className="flex shrink-0 flex-wrap items-center gap-1">{no}</div>
          <div className="flex min-w-0 grow flex-wrap justify-end gap-3">{yes}</div>
        </div>
      </div>
    </div>
  )
}
