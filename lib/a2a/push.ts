import { isShownOverA2a } from '@/lib/interactions/item'
import type { App } from '@/lib/services/context'
import { contextOfTask } from '@/lib/services/outside-tasks'
import { type Project, type Push, sendPushes } from '@/lib/services/push-sending'
import { TaskFold } from './project'

/** What a receiver hears: the same as a stream, from its position on (A2A 4.3.3). */
const projectFor =
  (app: App): Project =>
  async (config, { items, types }, events) => {
    const fold = new TaskFold(
      (item) =>
        isShownOverA2a(item) &&
        (items === null || items.includes(item.id)) &&
        (types === null || types.includes(item.type)),
    )
    const frame = {
      taskId: config.taskId,
      contextId: await contextOfTask(app, config.taskId),
      isActive: config.isActivated,
    }
    const pushes: Push[] = []
    for (const event of events) {
      const isNew = event.tx > config.after.tx || (event.tx === config.after.tx && event.seq > config.after.seq)
      const updates = fold.apply(event, frame)
      if (!isNew) continue
      for (const [index, body] of updates.entries()) {
        // Several words about one event count as heard with the last of them.
        const isLast = index === updates.length - 1
        const before = pushes.at(-1)?.position ?? config.after
        pushes.push({ body, position: isLast ? { tx: event.tx, seq: event.seq } : before })
      }
    }
    return pushes
  }

/** Sends what is due to those who asked to hear of tasks. @returns how many were served */
export function sendDuePushes(app: App, resolve?: Parameters<typeof sendPushes>[2]): Promise<number> {
  return sendPushes(app, projectFor(app), resolve)
}
