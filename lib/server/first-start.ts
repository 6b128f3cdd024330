import { type App, newToken, systemContext } from '@/lib/services/context'
import { createKey } from '@/lib/services/keys'
import { makeSignInLink } from '@/lib/services/people'

/** What a new deployment needs to begin with: a link that makes the first admin, and a test key (D19.9). */
export async function announceFirstStart(app: App): Promise<void> {
  if (await app.store.hasAdmin()) return
  console.log(`\nMake the first admin (a link for one use, good for a day):\n  ${await makeSignInLink(app, null)}`)
  const claim = newToken()
  const isFirst = (await app.store.ensureSetting('first_key', claim)) === claim
  if (!isFirst) return
  const request = { name: 'First test key', scope: 'all', mode: 'test', agent: null, expiresAtMs: null } as const
  const { secret } = await createKey(systemContext(app, 'test'), request)
  console.log(`\nA test API key, shown once:\n  ${secret}\n`)
}
