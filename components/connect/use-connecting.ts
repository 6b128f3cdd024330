'use client'

import { usePerson } from '@/components/account/person-context'
import { useConnector } from '@/components/query/connectors'
import { useConnect } from '@/components/query/use-connect'

/** How the person who is signed in connects an app for a user; null stands for the company itself. */
export function useConnecting(userId: string | null, app: string) {
  const { userIds } = usePerson()
  const connector = useConnector(app)
  const connect = useConnect()
  // Where it is not known yet, the page that opens says so itself.
  const hasWay = userId !== null && connector !== null

  return {
    /** Whether there is a way to connect it from here. */
    hasWay,
    isOthers: hasWay && !userIds.includes(userId),
    isBusy: connect.isPending,
    isOpened: connect.isSuccess,
    error: connect.error,
    /** Call it in the click: it opens a tab. Each press makes a new link. */
    begin() {
      if (userId === null) return
      const tab = window.open('about:blank', '_blank')
      if (tab) tab.opener = null
      connect.mutate({ userId, app, tab })
    },
  }
}
