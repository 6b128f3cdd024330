import { headers } from 'next/headers'
import { readSessionCookie } from '@/lib/http/session-cookie'
import { currentApp } from '@/lib/services/app'
import type { Person } from '@/lib/services/people'

/** The signed-in person of the page that is being drawn, or null. */
export async function currentPerson(): Promise<Person | null> {
  const app = await currentApp()
  const sessionId = await readSessionCookie(app.config, (await headers()).get('cookie'))
  const signedIn = sessionId === null ? null : await app.store.findSession(sessionId, app.store.nowMs())
  return signedIn?.person ?? null
}

/** The name of the identity provider, where one is set up. */
export async function oidcName(): Promise<string | null> {
  return (await currentApp()).config.oidc?.name ?? null
}
