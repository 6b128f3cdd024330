'use client'

import { Content, Description, Overlay, Portal, Root, Title } from '@radix-ui/react-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import './style-nonce'

export interface DialogProps {
  onOpenChange: (isOpen: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** An alert dialog asks for a decision: it does not close by a click beside it. */
  role?: 'dialog' | 'alertdialog'
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes after it when what opened it is gone, and with it the place to go back to. */
  focusWhenGone?: () => void
  children: ReactNode
}

/** The open dialog itself. It is loaded apart from the page, which has use for it only now and then. */
export function DialogWindow(props: DialogProps) {
  const { onOpenChange, title, description, role = 'dialog', initialFocus, focusWhenGone, children } = props
  const focusedBefore = useRef<Element>(null)

  function giveFocusBack(event: Event) {
    event.preventDefault()
    const before = focusedBefore.current
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
    else focusWhenGone?.()
  }

  return (
    <Root open onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-20 bg-scrim" />
        <Content
          role={role}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={giveFocusBack}
          onOpenAutoFocus={(event) => {
            focusedBefore.current = document.activeElement
            if (!initialFocus?.current) return
            event.preventDefault()
            initialFocus.current.focus()
          }}
          onInteractOutside={(event) => role === 'alertdialog' && event.preventDefault()}
          className="enter fixed inset-x-0 bottom-0 z-20 mx-auto grid max-h-[100dvh] w-full max-w-[30rem] gap-4 overflow-y-auto rounded-t border border-line bg-raised p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-float min-[40rem]:top-1/2 min-[40rem]:bottom-auto min-[40rem]:-translate-y-1/2 min-[40rem]:rounded"
        >
          <Title className="text-18 font-semibold text-balance">{title}</Title>
          {description !== undefined && (
            <Description asChild>
              <div className="text-15 text-soft">{description}</div>
            </Description>
          )}
          {children}
        </Content>
      </Portal>
    </Root>
  )
}
