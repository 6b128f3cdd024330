'use client'

import { focusManager, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMode } from '@/components/account/mode-context'
import { interactionKeys } from './interaction-keys'
import { followEvents } from './live-events'
import { readListsAgain, readLongListsAgain } from './read-lists-again'

/** A burst of events is one reading. */
const throttleMs = 300
/** For what no event told. Short lists ask by themselves. */
const longListPollMs = 15_000

/** Reads the lists and items again when the server says that they have changed. Only while the page is seen. */
export function useLiveEvents() {
  const mode = useMode()
  const queries = useQueryClient()

  useEffect(() => {
    const changed = new Set<string>()
    const ended = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined

    function readAll() {
      readListsAgain(queries)
      void queries.invalidateQueries({ queryKey: interactionKeys.items })
    }

    function readChanged() {
      timer = undefined
      readListsAgain(queries, ended)
      for (const id of changed) void queries.invalidateQueries({ queryKey: interactionKeys.item(mode, id) })
      changed.clear()
      ended.clear()
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
          if (event.type !== 'interaction.created') ended.add(event.data.id)
          timer ??= setTimeout(readChanged, throttleMs)
        },
      })
    }

    followWhileSeen()
    const poll = setInterval(() => focusManager.isFocused() && readLongListsAgain(queries), longListPollMs)
    const unsubscribe = focusManager.subscribe(followWhileSeen)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      clearInterval(poll)
      stop?.()
    }
  }, [mode, queries])
}
