import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { locales } from '@/lib/locales'
import { dayAfter, ids, openedAt } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, pageOf, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import {
  addPushSubscription,
  changeNoticePreferences,
  getNoticePreferences,
  listFailingChannels,
  NoticePreferencesBody,
  NoticeTestBody,
  noticeChannels,
  PushSubscriptionBody,
  removePushSubscription,
  sendTestNotice,
} from '@/lib/services/notices'
import {
  confirmSlackCode,
  SlackCodeBody,
  SlackConfirmBody,
  sendSlackCode,
  unlinkSlack,
} from '@/lib/services/slack-accounts'

const Channel = z.enum(noticeChannels)

const PushSubscription = z
  .strictObject({ object: z.literal('push_subscription'), id: z.string(), label: z.string(), created_at: Time })
  .meta({ id: 'PushSubscription' })

const NoticePreferences = z
  .strictObject({
    object: z.literal('notice_preferences'),
    channels: z.array(Channel).meta({ description: 'What the person chose, the first one first.' }),
    ready: z.array(Channel).meta({ description: 'Those of them over which the person is told as things stand.' }),
    offered: z.array(Channel).meta({ description: 'What this deployment can send by.' }),
    has_slack_webhook: z.boolean(),
    shares_slack_webhook: z.boolean().meta({ description: "Whether Slack means the deployment's own webhook." }),
    has_slack_app: z
      .boolean()
      .meta({ description: 'Whether this deployment has a Slack app to link an account with.' }),
    slack_account: z
      .strictObject({ member_id: z.string(), linked_at: Time })
      .nullable()
      .meta({ description: 'The Slack account that the person has shown to be theirs. It goes before a webhook.' }),
    quiet_hours: z.strictObject({ from: z.string(), until: z.string() }).nullable(),
    time_zone: z.string(),
    locale: z.enum(locales),
    show_details: z.boolean(),
    company_items: z.boolean(),
    push_public_key: z.string().meta({ description: 'The `applicationServerKey` of this server.' }),
    push_subscriptions: z.array(PushSubscription),
  })
  .meta({ id: 'NoticePreferences' })

const NoticeTest = z
  .strictObject({
    object: z.literal('notice_test'),
    channel: Channel,
    sent: z.boolean(),
    error: z.string().nullable(),
  })
  .meta({ id: 'NoticeTest' })

const SlackCode = z
  .strictObject({
    object: z.literal('slack_code'),
    member_id: z.string(),
    sent: z.boolean(),
    error: z.string().nullable(),
    expires_at: Time,
  })
  .meta({ id: 'SlackCode' })

const FailingChannel = z
  .strictObject({
    object: z.literal('failing_channel'),
    person_id: z.string(),
    person_name: z.string(),
    channel: Channel,
    failing_since: Time,
    failures: z.int().min(1),
    last_error: z.string(),
  })
  .meta({ id: 'FailingChannel' })

const subscription = {
  object: 'push_subscription',
  id: ids.subscription,
  label: 'Chrome on Android',
  created_at: openedAt,
}
const pushKey = 'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U'

const slackMember = 'U012AB3CD'

const preferences = {
  object: 'notice_preferences',
  channels: ['web_push', 'email'],
  ready: ['web_push', 'email'],
  offered: ['web_push', 'email', 'slack'],
  has_slack_webhook: false,
  shares_slack_webhook: false,
  has_slack_app: true,
  slack_account: null,
  quiet_hours: { from: '22:00', until: '07:00' },
  time_zone: 'Europe/Berlin',
  locale: 'en',
  show_details: false,
  company_items: false,
  push_public_key: pushKey,
  push_subscriptions: [subscription],
}

/** How the signed-in person is told of what waits (F15). */
export const noticeOperations: Operation[] = [
  operation({
    id: 'getNoticePreferences',
    method: 'GET',
    path: '/v1/notices/preferences',
    access: access.person,
    target: 'none',
    query: noQuery,
    run: (ctx) => getNoticePreferences(ctx),
    doc: {
      tag: 'Notices',
      summary: 'Read how one is told',
      replies: { 200: [NoticePreferences, "The signed-in person's choice."] },
      examples: { own: { reply: preferences } },
    },
  }),
  operation({
    id: 'changeNoticePreferences',
    method: 'PATCH',
    path: '/v1/notices/preferences',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => changeNoticePreferences(ctx, sent(body)),
    doc: {
      tag: 'Notices',
      summary: 'Choose how one is told',
      description: 'What is left out stays as it is. Notices are of live items alone.',
      body: NoticePreferencesBody,
      replies: { 200: [NoticePreferences, "The signed-in person's choice."] },
      examples: {
        quiet: {
          body: { quiet_hours: preferences.quiet_hours, time_zone: preferences.time_zone },
          reply: preferences,
        },
      },
    },
  }),
  operation({
    id: 'addPushSubscription',
    method: 'POST',
    path: '/v1/notices/subscriptions',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => addPushSubscription(ctx, sent(body)),
    doc: {
      tag: 'Notices',
      summary: 'Let a browser take web pushes',
      description: 'One that is known already belongs to who is signed in there now.',
      body: PushSubscriptionBody,
      replies: { 201: [PushSubscription, 'The browser.'] },
      examples: {
        browser: {
          body: {
            endpoint: 'https://push.example.com/send/abc',
            keys: { p256dh: pushKey, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
            label: subscription.label,
          },
          reply: subscription,
        },
      },
    },
  }),
  operation({
    id: 'removePushSubscription',
    method: 'DELETE',
    path: '/v1/notices/subscriptions/{subscription_id}',
    access: access.person,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => removePushSubscription(ctx, params.subscription_id ?? ''),
    doc: {
      tag: 'Notices',
      summary: 'Send no more web pushes to a browser',
      replies: { 200: [deleted('push_subscription'), 'It gets none any more.'] },
      examples: { gone: { reply: { object: 'push_subscription', id: ids.subscription, deleted: true } } },
    },
  }),
  operation({
    id: 'sendTestNotice',
    method: 'POST',
    path: '/v1/notices/test',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => sendTestNotice(ctx, sent(body)),
    doc: {
      tag: 'Notices',
      summary: 'Try a channel',
      description: 'Sends a message about nothing to the signed-in person, now.',
      body: NoticeTestBody,
      replies: { 200: [NoticeTest, 'How that went.'] },
      examples: {
        email: {
          body: { channel: 'email' },
          reply: { object: 'notice_test', channel: 'email', sent: true, error: null },
        },
      },
    },
  }),
  operation({
    id: 'sendSlackCode',
    method: 'POST',
    path: '/v1/notices/slack',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => sendSlackCode(ctx, sent(body)),
    doc: {
      tag: 'Notices',
      summary: 'Send a code to a Slack account',
      description:
        'As a direct message of this deployment’s Slack app. Who reads it there links the account with it, within ten minutes.',
      body: SlackCodeBody,
      replies: { 200: [SlackCode, 'How that went.'] },
      examples: {
        own: {
          body: { member_id: slackMember },
          reply: { object: 'slack_code', member_id: slackMember, sent: true, error: null, expires_at: dayAfter },
        },
      },
    },
  }),
  operation({
    id: 'confirmSlackCode',
    method: 'POST',
    path: '/v1/notices/slack/confirm',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: async (ctx, { body }) => {
      await confirmSlackCode(ctx, sent(body))
      return getNoticePreferences(ctx)
    },
    doc: {
      tag: 'Notices',
      summary: 'Link a Slack account by its code',
      description: 'Five wrong codes end the right one.',
      body: SlackConfirmBody,
      replies: { 200: [NoticePreferences, "The signed-in person's choice."] },
      examples: {
        own: {
          body: { code: '1234 5678' },
          reply: { ...preferences, slack_account: { member_id: slackMember, linked_at: openedAt } },
        },
      },
    },
  }),
  operation({
    id: 'unlinkSlack',
    method: 'DELETE',
    path: '/v1/notices/slack',
    access: access.person,
    target: 'none',
    query: noQuery,
    run: async (ctx) => {
      await unlinkSlack(ctx)
      return getNoticePreferences(ctx)
    },
    doc: {
      tag: 'Notices',
      summary: 'Unlink the Slack account',
      description: 'Nothing is sent to it or heard from it any more.',
      replies: { 200: [NoticePreferences, "The signed-in person's choice."] },
      examples: { own: { reply: preferences } },
    },
  }),
  operation({
    id: 'listFailingChannels',
    method: 'GET',
    path: '/v1/notices/failing',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx) => listFailingChannels(ctx),
    doc: {
      tag: 'Notices',
      summary: 'List the channels that fail',
      replies: { 200: [pageOf('FailingChannelList', FailingChannel), 'Those that failed last, the longest first.'] },
      examples: {
        mail: {
          reply: {
            data: [
              {
                object: 'failing_channel',
                person_id: ids.person,
                person_name: 'Ada',
                channel: 'email',
                failing_since: openedAt,
                failures: 2,
                last_error: 'The mail server answered 451.',
              },
            ],
            next_cursor: null,
          },
        },
      },
    },
  }),
]
