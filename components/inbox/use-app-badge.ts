'use client'

import { useEffect } from 'react'

const waitingIcon = '/icon-waiting.svg'

/** Shows on the tab's icon that something waits, and on the installed app's badge how much. */
export function useAppBadge(count: number) {
  const isWaiting = count > 0

  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || !isWaiting) return
    const plain = icon.href
    icon.href = waitingIcon
    return () => {
      icon.href = plain
    }
  }, [isWaiting])

  useEffect(() => {
    // A browser may refuse a badge, and then there is none.
    if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => {})
  }, [count])
}
