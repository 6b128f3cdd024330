import type { App } from '@/lib/services/context'

/** Does a piece of work now and again, never twice at once; a failure is logged and tried again. */
export function repeat(app: App, everyMs: number, name: string, work: () => Promise<void>): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    work()
      .catch((error) => app.log.error({ err: error }, `${name} failed`))
      .finally(() => {
        isRunning = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
