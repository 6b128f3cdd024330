'use client'

import type { ReactNode } from 'react'
import messages from './de.json'
import { MessagesProvider } from './messages-provider'

export function German(props: { timeZone: string | null; children: ReactNode }) {
  return <MessagesProvider locale="de" messages={messages} {...props} />
}
