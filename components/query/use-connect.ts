'use client'

import { useMutation } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import type { VestraError } from '@/lib/sdk'
import { postOnce } from './post-once'

interface Wish {
  userId: string
  app: string
  /** Opened in the click itself, or the browser would hold it back. */
  tab: Window | null
}

/** Makes a new connect link and shows it in the tab, or here where the browser opened none. */
export function useConnect() {
  const mode = useMode()

  return useMutation<void, VestraError, Wish>({
    networkMode: 'always',
    mutationFn: async ({ userId, app, tab }) => {
      try {
        const body = { user_id: userId, app }
        const { connect_url } = await postOnce<{ connect_url: string }>('/v1/connections', body, { mode })
        if (tab && !tab.closed) tab.location.replace(connect_url)
        else window.location.assign(connect_url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
  })
}
