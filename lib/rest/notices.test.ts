import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, type Caller, dialects, startApi } from '@/lib/testing/api'
import { type MailSink, startMailSink } from '@/lib/testing/mail-sink'
import { startPushBrowser } from '@/lib/testing/push-browser'
import { verifies } from '@/lib/testing/verifies'

interface Preferences {
  channels: string[]
  ready: string[]
  quiet_hours: unknown
  push_subscriptions: { id: string }[]
}

const path = '/v1/notices/preferences'

describe.each(dialects)('notices of a person on %s', (dialect) => {
  let api: Api
  let sink: MailSink
  let ada: Caller

  beforeAll(async () => {
    sink = await startMailSink()
    api = await startApi(dialect, { SMTP_URL: sink.url, SMTP_FROM: 'inbox@example.com' })
  })
  afterAll(async () => {
    await api.close()
    await sink.close()
  })
  beforeEach(async () => {
    ada = await api.makePerson('user')
  })

  const read = async (by = ada) => (await api.call('GET', path, { by })).body as unknown as Preferences
  const change = (body: unknown, by = ada) => api.call('PATCH', path, { by, body })

  verifies('F15', 'what is changed is changed, and all else stays', async () => {
    expect(await read()).toMatchObject({
      channels: ['web_push', 'email', 'slack'],
      ready: ['email'],
      quiet_hours: null,
      show_details: false,
      company_items: false,
    })
    const quiet_hours = { from: '22:30', until: '07:00' }
    expect(await change({ channels: ['slack', 'email'], quiet_hours, time_zone: 'Europe/Berlin' })).toMatchObject({
      status: 200,
      body: { channels: ['slack', 'email'], quiet_hours, time_zone: 'Europe/Berlin' },
    })
    expect(await change({ slack_webhook: 'https://hooks.slack.com/services/T/B/secret' })).toMatchObject({
      body: { has_slack_webhook: true, ready: ['slack', 'email'], quiet_hours },
    })
    expect((await api.call('GET', path, { by: ada })).text).not.toContain('secret')
    expect(await change({ quiet_hours: null, slack_webhook: null })).toMatchObject({
      body: { quiet_hours: null, has_slack_webhook: false, channels: ['slack', 'email'] },
    })
    const rows = await api.sql('SELECT facts_json FROM audit WHERE action = ?', 'notice.preferences_changed')
    expect(JSON.stringify(rows)).not.toContain('hooks.slack.com')
  })

  test.each([
    [{ channels: ['fax'] }, 'channels[0]'],
    [{ channels: ['email', 'email'] }, 'channels'],
    [{ quiet_hours: { from: '24:00', until: '07:00' } }, 'quiet_hours.from'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ slack_webhook: 'http://127.0.0.1/hook' }, 'slack_webhook'],
    [{ slack_webhook: 'https://169.254.169.254/x' }, 'slack_webhook'],
    [{ company_items: true }, 'company_items'],
    [{ show_details: 'yes' }, 'show_details'],
    [{ colour: 'red' }, 'colour'],
  ])('%j is refused and changes nothing', async (body, param) => {
    const before = await read()
    const refused = await change(body)
    expect([refused.status, refused.body.error.param]).toEqual([400, param])
    expect(await read()).toEqual(before)
  })

  verifies('F15', 'only the person sees and changes it; no key does', async () => {
    await change({ channels: [] })
    const other = await api.makePerson('admin')
    expect((await read(other)).channels).toHaveLength(3)
    expect((await change({ company_items: true }, other)).status).toBe(200)
    expect((await api.call('GET', path, { by: api.all })).status).toBe(403)
    expect((await change({ channels: [] }, api.all)).status).toBe(403)
  })

  verifies('F15', 'a channel is tried at once, and the person hears how that went', async () => {
    const test = (channel: string) => api.call('POST', '/v1/notices/test', { by: ada, body: { channel } })
    expect((await test('email')).body).toMatchObject({ sent: true, error: null })
    expect(sink.mails.at(-1)).toMatchObject({ subject: 'A test notice' })
    expect((await test('slack')).body).toMatchObject({ sent: false, error: 'This channel is not set up.' })
    sink.refuse(451)
    expect((await test('email')).body).toMatchObject({ sent: false, error: 'The mail server answered 451.' })
    sink.refuse(null)
  })

  verifies('F16', 'a browser is added for who is signed in there, and only where pushes may go', async () => {
    const browser = await startPushBrowser()
    const { keys } = browser.target
    const add = (endpoint: string, by = ada, changed = keys) =>
      api.call('POST', '/v1/notices/subscriptions', { by, body: { endpoint, keys: changed, label: 'here' } })
    expect((await add(browser.target.endpoint)).body.error).toMatchObject({ param: 'endpoint' })
    expect((await add('https://10.0.0.8/push')).body.error).toMatchObject({ param: 'endpoint' })
    const endpoint = `https://push.example.com/${dialect}`
    expect((await add(endpoint, ada, { ...keys, auth: 'short' })).body.error).toMatchObject({ param: 'keys.auth' })
    const added = await add(endpoint)
    expect(added.status).toBe(201)
    expect((await add(endpoint)).body.id).toBe(added.body.id)
    expect((await read()).push_subscriptions.map(({ id }) => id)).toEqual([added.body.id])

    const grace = await api.makePerson('user')
    const remove = (by: Caller) => api.call('DELETE', `/v1/notices/subscriptions/${added.body.id}`, { by })
    expect((await remove(grace)).status).toBe(404)
    expect((await add(endpoint, grace)).status).toBe(201)
    expect((await read()).push_subscriptions).toEqual([])
    expect((await remove(ada)).status).toBe(404)
    expect((await remove(grace)).status).toBe(200)
    expect(JSON.stringify(await api.sql('SELECT * FROM push_subscription'))).not.toContain('push.example.com')
    await browser.close()
  })

  verifies('F11', 'admins see which channels fail, and others do not', async () => {
    const admin = await api.makePerson('admin')
    await api.sql(
      'INSERT INTO notice_channel (person_id, channel, failing_since, failures, last_error) VALUES (?, ?, ?, ?, ?)',
      ada.id,
      'email',
      Date.UTC(2026, 0, 1),
      3,
      'The mail server answered 451.',
    )
    expect((await api.call('GET', '/v1/notices/failing', { by: admin })).body.data).toMatchObject([
      { person_id: ada.id, channel: 'email', failing_since: '2026-01-01T00:00:00.000Z', failures: 3 },
    ])
    expect((await api.call('GET', '/v1/notices/failing', { by: ada })).status).toBe(403)
  })
})
