'use client'

import type { ReactNode } from 'react'
import messages from './en.json'
import { MessagesProvider } from './messages-provider'

export function English(props: { timeZone: string | null; children: ReactNode }) {
  return <MessagesProvider locale="en" messages={messages} {...props} />
}
