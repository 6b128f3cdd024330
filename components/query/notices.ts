'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { VestraError } from '@/lib/sdk'
import { clientFor } from './client-for'

export type NoticeChannel = 'web_push' | 'email' | 'slack'

interface QuietHours {
  from: string
  until: string
}

export interface PushBrowser {
  id: string
  label: string
  created_at: string
}

export interface NoticePreferences {
  channels: NoticeChannel[]
  ready: NoticeChannel[]
  offered: NoticeChannel[]
  has_slack_webhook: boolean
  shares_slack_webhook: boolean
  has_slack_app: boolean
  slack_account: { member_id: string; linked_at: string } | null
  quiet_hours: QuietHours | null
  time_zone: string
  show_details: boolean
  company_items: boolean
  push_public_key: string
  push_subscriptions: PushBrowser[]
}

export interface NoticeChanges {
  channels?: NoticeChannel[]
  slack_webhook?: string | null
  quiet_hours?: QuietHours | null
  time_zone?: string
  locale?: string
  show_details?: boolean
  company_items?: boolean
}

export interface NoticeTest {
  channel: NoticeChannel
  sent: boolean
  error: string | null
}

export interface SlackCode {
  member_id: string
  sent: boolean
  error: string | null
}

export interface FailingChannel {
  person_id: string
  person_name: string
  channel: NoticeChannel
  failing_since: string
  failures: number
  last_error: string
}

const key = ['notices'] as const
const client = () => clientFor(null)

const read = async <T>(path: string, signal: AbortSignal): Promise<T> =>
  JSON.parse(await client().requestText({ method: 'GET', path, signal })) as T

/** How the signed-in person is told. */
export const noticePreferences = queryOptions<NoticePreferences, VestraError>({
  queryKey: [...key, 'preferences'],
  queryFn: ({ signal }) => read<NoticePreferences>('/v1/notices/preferences', signal),
})

/** The channels that fail, for admins. */
export const failingChannels = queryOptions<FailingChannel[], VestraError>({
  queryKey: [...key, 'failing'],
  queryFn: async ({ signal }) => (await read<{ data: FailingChannel[] }>('/v1/notices/failing', signal)).data,
})

function useNoticeCall<Input, Output>(call: (input: Input) => Promise<string>) {
  const queries = useQueryClient()
  return useMutation<Output, VestraError, Input>({
    networkMode: 'always',
    mutationFn: async (input) => JSON.parse(await call(input)) as Output,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useChangeNotices = () =>
  useNoticeCall<NoticeChanges, NoticePreferences>((body) =>
    client().requestText({ method: 'PATCH', path: '/v1/notices/preferences', body }),
  )

/** Sends a message about nothing, now. It is sent once for each press. */
export const useTestNotice = () =>
  useNoticeCall<NoticeChannel, NoticeTest>((channel) =>
    client().requestText({ method: 'POST', path: '/v1/notices/test', body: { channel }, isOncePerTry: true }),
  )

export const useAddBrowser = () =>
  useNoticeCall<PushSubscriptionJSON & { label: string }, PushBrowser>(({ endpoint, keys, label }) =>
    client().requestText({ method: 'POST', path: '/v1/notices/subscriptions', body: { endpoint, keys, label } }),
  )

export const useRemoveBrowser = () =>
  useNoticeCall<string, unknown>((id) =>
    client().requestText({ method: 'DELETE', path: `/v1/notices/subscriptions/${id}` }),
  )

const slackPath = '/v1/notices/slack'

/** Sends a code to a Slack account. It is sent once for each press. */
export const useSendSlackCode = () =>
  useNoticeCall<string, SlackCode>((member_id) =>
    client().requestText({ method: 'POST', path: slackPath, body: { member_id }, isOncePerTry: true }),
  )

/** Links the account that the code was sent to. */
export const useConfirmSlackCode = () =>
  useNoticeCall<string, NoticePreferences>((code) =>
    client().requestText({ method: 'POST', path: `${slackPath}/confirm`, body: { code }, isOncePerTry: true }),
  )

export const useUnlinkSlack = () =>
  useNoticeCall<void, NoticePreferences>(() => client().requestText({ method: 'DELETE', path: slackPath }))
