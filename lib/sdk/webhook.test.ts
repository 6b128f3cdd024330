import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './index'

const secret = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`
const nowMs = Date.UTC(2026, 7, 1, 12)
const body = JSON.stringify({
  type: 'interaction.resolved',
  timestamp: '2026-08-01T12:00:00.000Z',
  data: { id: 'int_1' },
})

function signed(options: { by?: string; atMs?: number; text?: string } = {}) {
  const { by = secret, atMs = nowMs, text = body } = options
  return {
    'Webhook-Id': 'evt_1',
    'webhook-timestamp': String(atMs / 1000),
    'webhook-signature': new Webhook(by).sign('evt_1', new Date(atMs), text),
  }
}

test('reads a webhook that is rightly signed', async () => {
  expect(await verifyWebhook(body, signed(), { secret, nowMs })).toMatchObject({
    id: 'evt_1',
    type: 'interaction.resolved',
    data: { id: 'int_1' },
  })
  expect((await verifyWebhook(body, new Headers(signed()), { secret, nowMs })).id).toBe('evt_1')
})

test('takes any of several signatures, as while a secret changes', async () => {
  const headers = signed()
  const both = { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` }
  expect((await verifyWebhook(body, both, { secret, nowMs })).id).toBe('evt_1')
})

describe('refuses', () => {
  const other = `whsec_${Buffer.from('another secret, as long.').toString('base64')}`
  const refused: [string, string, Record<string, string>, string][] = [
    ['another secret', body, signed({ by: other }), secret],
    ['another body', `${body} `, signed(), secret],
    ['one too old', body, signed({ atMs: nowMs - 301_000 }), secret],
    ['one too early', body, signed({ atMs: nowMs + 301_000 }), secret],
    ['no id', body, { ...signed(), 'Webhook-Id': '' }, secret],
    ['no signature', body, { ...signed(), 'webhook-signature': '' }, secret],
    ['a broken signature', body, { ...signed(), 'webhook-signature': 'v1,%%%' }, secret],
    ['a strange time', body, { ...signed(), 'webhook-timestamp': 'now' }, secret],
    ['a secret of another form', body, signed(), 'secret'],
    ['what is no object', '"text"', signed({ text: '"text"' }), secret],
  ]
  test.each(refused)('%s', async (_name, text, headers, key) => {
    await expect(verifyWebhook(text, headers, { secret: key, nowMs })).rejects.toThrow(WebhookVerificationError)
  })
})
