import { firstStart, makeKey, makeServers } from '@/e2e/server'
import { Vestra } from '@/lib/sdk'
import { type MailSink, startMailSink } from '@/lib/testing/mail-sink'
import { type SlackWorkspace, startSlackWorkspace } from '@/lib/testing/slack-workspace'
import { verifiesWith } from '@/lib/testing/verifies-with'
import { test as base, type Inbox } from './browser'

/** A server of its own that has a live key, of the agent "Concierge", a mail server and a Slack app: only live items make notices. */
const test = base.extend<object, { inbox: Inbox; mail: MailSink; slack: SlackWorkspace }>({
  slack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
    async ({}, use) => {
      const slack = await startSlackWorkspace()
      await use(slack)
      await slack.close()
    },
    { scope: 'worker' },
  ],
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
    async ({ mail, slack }, use) => {
      const { servers, end } = makeServers()
      const server = await servers.start({
        env: { WEBHOOK_ALLOW_PRIVATE: '1', SMTP_URL: mail.url, SMTP_FROM: 'inbox@example.com', ...slack.settings },
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
