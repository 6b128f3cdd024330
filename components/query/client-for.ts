import type { Mode } from '@/components/account/mode'
import { Vestra } from '@/lib/sdk'
import { createConditionalFetch } from './conditional-fetch'

const clients = new Map<Mode | null, Vestra>()

/** The API as the signed-in person, in one world; null leaves the choice of the world to the server. */
export function clientFor(mode: Mode | null): Vestra {
  const known =
    clients.get(mode) ??
    new Vestra({
      baseUrl: '',
      fetch: createConditionalFetch(),
      headers: mode === null ? {} : { 'vestra-mode': mode },
    })
  clients.set(mode, known)
  return known
}
