/// <reference lib="webworker" />
import { denyHash } from '@/components/interaction/deny-hash'
import type { PushPayload } from '@/lib/push-payload'

declare const self: ServiceWorkerGlobalScope

interface Shown {
  url: string
  item_ids: string[]
}

/** `actions` and `renotify` are not in TypeScript's own list. */
interface ShownOptions extends NotificationOptions {
  data: Shown
  actions?: { action: 'open' | 'deny'; title: string }[]
  renotify?: boolean
}

/** Safari takes the permission away after a push that shows nothing. */
const mustShow = /^((?!chrome|chromium|android|firefox).)*safari/i.test(navigator.userAgent)

const icons = { icon: '/icons/192.png', badge: '/icons/badge.png' }

function show(title: string, options: ShownOptions): Promise<void> {
  return self.registration.showNotification(title, { ...icons, ...options } as NotificationOptions)
}

const dataOf = (notification: Notification) => notification.data as Shown

async function receive(payload: PushPayload): Promise<void> {
  await setBadge(payload.badge)
  if (payload.kind === 'retract') return retract(payload)
  const { title, body, tag, url, item_ids, open, deny } = payload
  await show(title, {
    body,
    tag,
    data: { url, item_ids },
    actions: [
      ...(open === undefined ? [] : [{ action: 'open' as const, title: open }]),
      ...(deny === undefined ? [] : [{ action: 'deny' as const, title: deny }]),
    ],
    renotify: true,
  })
}

/** Takes away what is shown of items that have ended; of several shown together only the last of them. */
async function retract({ item_ids, handled }: Extract<PushPayload, { kind: 'retract' }>): Promise<void> {
  const isOver = (id: string) => item_ids.includes(id)
  for (const shown of await self.registration.getNotifications()) {
    const { url, item_ids: ids } = dataOf(shown)
    if (!ids.some(isOver)) continue
    const left = ids.filter((id) => !isOver(id))
    if (left.length > 0) {
      await show(shown.title, { body: shown.body, tag: shown.tag, silent: true, data: { url, item_ids: left } })
    } else if (!mustShow) shown.close()
  }
  if (mustShow) {
    const [id = ''] = item_ids
    await show(handled, { tag: id, silent: true, data: { url: `/inbox/${id}`, item_ids: [] } })
  }
}

function setBadge(count: number): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return Promise.resolve()
  return self.navigator.setAppBadge(count).catch(() => {})
}

/** Opens the item in a window that is there, the one that shows it before any other, or in a new one. Nothing is decided by it. */
async function open({ url }: Shown, action: string): Promise<void> {
  const address = new URL(action === 'deny' ? `${url}${denyHash}` : url, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find((window) => window.url === address)
  if (there) return void (await there.focus())
  const [window] = windows
  if (!window) return void (await self.clients.openWindow(address))
  await window.focus()
  await window.navigate(address)
}

/** One push at a time: each changes what the one before it left. */
let handled: Promise<void> = Promise.resolve()

function inTurn(work: () => Promise<void>): Promise<void> {
  const turn = handled.then(work)
  handled = turn.catch(() => {})
  return turn
}

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => {
  const payload = event.data?.json() as PushPayload | undefined
  if (payload) event.waitUntil(inTurn(() => receive(payload)))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(dataOf(event.notification), event.action))
})
