'use client'

import { useEffect, useState } from 'react'

const gapPx = 16

/** The bar lies over the end of the card. */
function barHeightPx(mark: HTMLElement): number {
  return mark.closest('article')?.querySelector<HTMLElement>('[data-action-bar]')?.offsetHeight ?? 0
}

/**
 * Whether the end of what a card shows was in view, above the bar that covers the bottom; null until that is known.
 * Once seen it stays seen.
 */
export function useEndInView() {
  // It comes when what it is the end of is drawn, which may be later than the card itself.
  const [mark, setMark] = useState<HTMLElement | null>(null)
  const [isSeen, setIsSeen] = useState<boolean | null>(null)

  useEffect(() => {
    if (!mark || isSeen === true) return
    const observer = new IntersectionObserver(
      (entries) => setIsSeen((wasSeen) => wasSeen === true || entries.some((entry) => entry.isIntersecting)),
      { rootMargin: `0px 0px -${barHeightPx(mark)}px 0px` },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [mark, isSeen])

  function show() {
    if (!mark) return
    mark.style.scrollMarginBlockEnd = `${barHeightPx(mark) + gapPx}px`
    mark.scrollIntoView({ block: 'end' })
  }

  return { end: setMark, isSeen, show }
}
