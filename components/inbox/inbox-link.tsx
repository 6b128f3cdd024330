'use client'

import type { ComponentProps, MouseEvent } from 'react'

interface Props extends ComponentProps<'a'> {
  href: string
  onOpen?: (() => void) | undefined
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/**
 * A real link to a place in the inbox. A plain click changes the address without asking the server for a page: the list is
 * here already, and the card is read by the same query as everywhere.
 */
export function InboxLink({ href, onOpen, onClick, ...rest }: Props) {
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    if (href !== window.location.pathname + window.location.search) window.history.pushState(null, '', href)
    onOpen?.()
  }

  return <a href={href} onClick={handleClick} {...rest} />
}
