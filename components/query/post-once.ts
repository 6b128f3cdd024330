import type { Mode } from '@/components/account/mode'
import { clientFor } from './client-for'

interface Options {
  mode?: Mode | null
  timeoutMs?: number
}

/** A call that must not be repeated behind the person's back: what came of a lost one is for them to look at. */
export async function postOnce<T>(path: string, body: unknown, { mode = null, timeoutMs }: Options = {}): Promise<T> {
  const text = await clientFor(mode).requestText({ method: 'POST', path, body, isOncePerTry: true, timeoutMs })
  return JSON.parse(text) as T
}
