const workerPath = '/service-worker.js'

/** Whether this browser can show notices at all. On an iPhone it can once the inbox is on its home screen. */
export function canTakePushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** The browser and the system it runs on, by which its person knows it again. */
function labelOfBrowser(): string {
  const agent = navigator.userAgent
  const find = (names: [string, RegExp][]) => names.find(([, mark]) => mark.test(agent))?.[0] ?? '?'
  const browser = find([
    ['Edge', /Edg\//],
    ['Firefox', /Firefox\//],
    ['Chrome', /Chrome\//],
    ['Safari', /Safari\//],
  ])
  const system = find([
    ['Android', /Android/],
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS/],
    ['Linux', /Linux/],
  ])
  return `${browser} · ${system}`
}

/**
 * Asks the person, and then the browser's push service.
 * @returns what the server needs to reach this browser, or null when the person said no
 * @throws when the push service cannot be reached
 */
export async function subscribeThisBrowser(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(workerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  const subscription =
    known ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { endpoint, keys } = subscription.toJSON()
  return { ...(endpoint !== undefined && { endpoint }), ...(keys && { keys }), label: labelOfBrowser() }
}

/** This browser takes no pushes any more, whoever signs in here next. */
export async function unsubscribeThisBrowser(): Promise<void> {
  if (!canTakePushes()) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
