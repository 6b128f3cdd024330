'use client'

import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMode } from '@/components/account/mode-context'
import { interactionKeys } from './interaction-keys'
import { followEvents } from './live-events'

/** A burst of events is one reading. */
const throttleMs = 300

/** Reads the lists and items again when the server says that they have changed. Only while the page is seen. */
export function useLiveEvents() {
  const mode = useMode()
  const queries = useQueryClient()

  useEffect(() => {
    const changed = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined

    function readAll() {
      void queries.invalidateQueries({ queryKey: interactionKeys.all })
    }

    function readChanged() {
      timer = undefined
      void queries.invalidateQueries({ queryKey: interactionKeys.lists })
      for (const id of changed) void queries.invalidateQueries({ queryKey: interactionKeys.item(mode, id) })
      changed.clear()
    }

    // A hidden tab gives its connection back: a browser has few of them for one server.
    function followWhileSeen() {
      if (!focusManager.isFocused()) {
        stop?.()
        stop = undefined
        return
      }
      stop ??= followEvents(mode, {
        onChange: readAll,
        onEvent: (event) => {
          if (event.type === 'reset') return readAll()
          changed.add(event.data.id)
          timer ??= setTimeout(readChanged, throttleMs)
        },
      })
    }

    followWhileSeen()
    const unsubscribe = focusManager.subscribe(followWhileSeen)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      stop?.()
    }
  }, [mode, queries])
}
