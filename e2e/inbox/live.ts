import { firstStart, makeKey, makeServers } from '@/e2e/server'
import { Vestra } from '@/lib/sdk'
import { type MailSink, startMailSink } from '@/lib/testing/mail-sink'
import { verifiesWith } from '@/lib/testing/verifies-with'
import { test as base, type Inbox } from './browser'

/** A server of its own that has a live key, of the agent "Concierge", and a mail server: only live items make notices. */
const test = base.extend<object, { inbox: Inbox; mail: MailSink }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const mail = await startMailSink()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  inbox: [
    async ({ mail }, use) => {
      const { servers, end } = makeServers()
      const server = await servers.start({
        env: { WEBHOOK_ALLOW_PRIVATE: '1', SMTP_URL: mail.url, SMTP_FROM: 'inbox@example.com' },
      })
      await firstStart(server)
      const apiKey = await makeKey(server, 'all', '--mode', 'live', '--agent', 'Concierge')
      await use({ server, vestra: new Vestra({ baseUrl: server.url, apiKey }) })
      await end()
    },
    { scope: 'worker' },
  ],
})

export const verifies = verifiesWith((title: string, prove: Parameters<typeof test>[2]) => test(title, prove))
