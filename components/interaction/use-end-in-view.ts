'use client'

import { useEffect, useRef, useState } from 'react'

/**
 * Whether the end of what a card shows was in view, above the bar that covers the bottom; null until that is known.
 * Once seen it stays seen.
 */
export function useEndInView() {
  const end = useRef<HTMLDivElement>(null)
  const [isSeen, setIsSeen] = useState<boolean | null>(null)

  useEffect(() => {
    const mark = end.current
    if (!mark || isSeen === true) return
    const bar = mark.closest('article')?.querySelector<HTMLElement>('[data-action-bar]')
    const observer = new IntersectionObserver(
      (entries) => setIsSeen((wasSeen) => wasSeen === true || entries.some((entry) => entry.isIntersecting)),
      { rootMargin: `0px 0px -${bar?.offsetHeight ?? 0}px 0px` },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [isSeen])

  return { end, isSeen, show: () => end.current?.scrollIntoView({ block: 'center' }) }
}
