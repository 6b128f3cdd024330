'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { CallError } from '@/components/call-errors/call-error'
import type { SettingsCall } from '@/components/query/use-settings-call'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { focusTitle } from './sections'
import { type Secret, ShownOnce } from './shown-once'

interface Props<Input, Output> {
  /** What the button says that opens it. */
  label: string
  /** The same for a screen reader, where the list has many such buttons. */
  labelFor?: string
  variant?: ComponentProps<typeof Button>['variant']
  title: ReactNode
  description?: ReactNode
  submit: string
  call: SettingsCall<Input, Output>
  read: (form: FormData) => Input
  /** What the answer holds that is shown only now. */
  secretOf?: (output: Output) => Secret
  /** The fields; without any it is a question with a yes and a no. */
  children?: ReactNode
}

/** A button, and behind it one call: its fields or its question, its error, and what the server says only once. */
export function CallDialog<Input, Output>(props: Props<Input, Output>) {
  const { label, labelFor, variant, title, description, submit, call, read, secretOf, children } = props
  const t = useTranslations('Settings')
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const secret = call.data !== undefined && secretOf ? secretOf(call.data) : null

  function show() {
    call.reset()
    setIsOpen(true)
  }

  function hide() {
    setIsOpen(false)
    call.reset()
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (call.isPending) return
    call.mutate(read(new FormData(event.currentTarget)), {
      onSuccess: () => secretOf === undefined && setIsOpen(false),
    })
  }

  return (
    <>
      <Button variant={variant ?? 'plain'} aria-label={labelFor} onClick={show}>
        {label}
      </Button>
      <Dialog
        role="alertdialog"
        isOpen={isOpen}
        // A secret, or an answer on its way, does not vanish by Escape.
        onOpenChange={() => !secret && !call.isPending && hide()}
        focusWhenGone={focusTitle}
        {...(children === undefined && { initialFocus: cancel })}
        title={title}
        {...(description !== undefined && !secret && { description })}
      >
        {secret ? (
          <ShownOnce secret={secret} onDone={hide} />
        ) : (
          <form onSubmit={send} className="grid gap-4">
            {children}
            <CallError error={call.error} />
            <div className="flex flex-wrap justify-between gap-3">
              <Button ref={cancel} unavailable={call.isPending} onClick={hide}>
                {t('cancel')}
              </Button>
              <Button
                type="submit"
                variant={variant === 'refusal' ? 'refusal' : 'primary'}
                unavailable={call.isPending}
              >
                {call.isPending ? t('checking') : submit}
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </>
  )
}
