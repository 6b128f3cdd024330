import { expect, test } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { readConfig } from './config'

const base = { NEXTAUTH_SECRET: 'x'.repeat(32) }
const slack = { SLACK_BOT_TOKEN: 'xoxb-1-2-secret', SLACK_SIGNING_SECRET: '8f742231b10e8888abcd99yyyzzz85a5' }
const faultOf = (settings: Record<string, string>) => {
  try {
    readConfig({ ...base, ...settings })
    return null
  } catch (error) {
    return (error as Error).message
  }
}

verifies(
  'F21',
  'a Slack app is whole or absent, and its settings are wrong in one line each, which holds no secret',
  () => {
    expect(readConfig(base).slackApp).toBeNull()
    expect(readConfig({ ...base, ...slack }).slackApp).toEqual({
      botToken: slack.SLACK_BOT_TOKEN,
      signingSecret: slack.SLACK_SIGNING_SECRET,
      apiUrl: 'https://slack.com/api',
    })
    expect(faultOf({ SLACK_BOT_TOKEN: slack.SLACK_BOT_TOKEN })).toBe(
      'SLACK_SIGNING_SECRET: is required beside SLACK_BOT_TOKEN',
    )
    expect(faultOf({ SLACK_SIGNING_SECRET: slack.SLACK_SIGNING_SECRET })).toBe(
      'SLACK_BOT_TOKEN: is required beside SLACK_SIGNING_SECRET',
    )
    expect(faultOf({ ...slack, SLACK_BOT_TOKEN: 'xoxp-user-token' })).toBe(
      'SLACK_BOT_TOKEN: must be a bot token, which begins with xoxb-',
    )
    expect(faultOf({ ...slack, SLACK_API_URL: 'slack' })).toBe('SLACK_API_URL: must be an http or https address')
  },
)

test('mail is whole or absent', () => {
  expect(faultOf({ SMTP_URL: 'smtp://mail.example.com' })).toBe('SMTP_FROM: is required beside SMTP_URL')
  expect(faultOf({ SMTP_FROM: 'inbox@example.com' })).toBe('SMTP_URL: is required beside SMTP_FROM')
})

verifies('CARD14', 'large payments are named by currency, or there are none', () => {
  expect(readConfig(base).largePaymentFrom.get('USD')).toBe('1000')
  expect(readConfig({ ...base, LARGE_PAYMENTS: 'none' }).largePaymentFrom.size).toBe(0)
  expect(faultOf({ LARGE_PAYMENTS: 'USD 10, EUR' })).toBe(
    'LARGE_PAYMENTS: "EUR" is not a currency and an amount, such as "USD 1000"',
  )
})
