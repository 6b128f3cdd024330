import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { ids, openedAt, ourAddress } from '@/lib/rest/examples'
import { deleted, mebibyte, noQuery, operation, sent, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { createSession, deleteSession, SessionBody } from '@/lib/services/sessions'
import { acceptUserLink, createUserLink, describeUserLink, UserLinkToken } from '@/lib/services/user-links'

const Session = z
  .strictObject({
    object: z.literal('session'),
    id: z.string(),
    token: z.string().meta({ description: 'The credential for the page, shown this once.' }),
    user_id: z.string(),
    screen: z.null().meta({ description: 'Sessions with a screen come later.' }),
    expires_at: Time,
    created_at: Time,
  })
  .meta({ id: 'Session' })

const UserLink = z
  .strictObject({
    object: z.literal('user_link'),
    user_id: z.string(),
    url: z.string().meta({ description: 'Good for one person and fifteen minutes.' }),
    expires_at: Time,
    created_at: Time,
  })
  .meta({ id: 'UserLink' })

const DescribedUserLink = z
  .strictObject({
    object: z.literal('user_link'),
    user_id: z.string(),
    is_linked: z.boolean().meta({ description: 'Whether the signed-in person is linked to the user already.' }),
    expires_at: Time,
  })
  .meta({ id: 'DescribedUserLink' })

const AcceptedUserLink = z
  .strictObject({
    object: z.literal('user_link'),
    user_id: z.string(),
    person_id: z.string(),
    accepted: z.literal(true),
  })
  .meta({ id: 'AcceptedUserLink' })

/** How an integrator's users get to their items (K27, K29, K30). */
export const sessionOperations: Operation[] = [
  operation({
    id: 'createSession',
    method: 'POST',
    path: '/v1/sessions',
    access: access.sessions,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => createSession(ctx, sent(body)),
    doc: {
      tag: 'Sessions',
      summary: 'Open a session for a user',
      description:
        "Its token reads and answers this user's items from the user's own page, and nothing else. `interactions` and `allow` narrow it further, `allowed_origins` says which pages may use it.",
      body: SessionBody,
      replies: { 201: [Session, 'The session, with its token.'] },
      examples: {
        page: {
          body: { user_id: ids.user, allowed_origins: ['https://app.example.com'] },
          reply: {
            object: 'session',
            id: ids.session,
            token: 'vst_test_…',
            user_id: ids.user,
            screen: null,
            expires_at: '2026-11-30T10:15:00.000Z',
            created_at: openedAt,
          },
        },
      },
    },
  }),
  operation({
    id: 'deleteSession',
    method: 'DELETE',
    path: '/v1/sessions/{session_id}',
    access: access.sessions,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => deleteSession(ctx, params.session_id ?? ''),
    doc: {
      tag: 'Sessions',
      summary: 'End a session',
      description: 'Its token is refused and its streams close at once.',
      replies: { 200: [deleted('session'), 'It has ended.'] },
      examples: { ended: { reply: { object: 'session', id: ids.session, deleted: true } } },
    },
  }),
  operation({
    id: 'createUserLink',
    method: 'POST',
    path: '/v1/users/{user_id}/links',
    access: access.sessions,
    target: 'none',
    query: noQuery,
    run: (ctx, { params }) => createUserLink(ctx, params.user_id ?? ''),
    doc: {
      tag: 'Sessions',
      summary: 'Make a link that links a person to a user',
      description: "Whoever opens it, signed in to the inbox, answers this user's items from then on.",
      replies: { 201: [UserLink, 'The link.'] },
      examples: {
        link: {
          reply: {
            object: 'user_link',
            user_id: ids.user,
            url: `${ourAddress}/link#…`,
            expires_at: '2026-11-30T09:30:00.000Z',
            created_at: openedAt,
          },
        },
      },
    },
  }),
  operation({
    id: 'describeUserLink',
    method: 'POST',
    path: '/v1/user_links/describe',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => describeUserLink(ctx, sent(body)),
    doc: {
      tag: 'Sessions',
      summary: 'Look at a user link',
      description: 'The inbox does this for the signed-in person who opened the link. It is not spent.',
      body: UserLinkToken,
      replies: { 200: [DescribedUserLink, 'What the link is for.'] },
      errors: ['not_found'],
      examples: {
        link: {
          body: { token: '…' },
          reply: {
            object: 'user_link',
            user_id: ids.user,
            is_linked: false,
            expires_at: '2026-11-30T09:30:00.000Z',
          },
        },
      },
    },
  }),
  operation({
    id: 'acceptUserLink',
    method: 'POST',
    path: '/v1/user_links/accept',
    access: access.person,
    target: 'none',
    query: noQuery,
    body: { limit: mebibyte },
    run: (ctx, { body }) => acceptUserLink(ctx, sent(body)),
    doc: {
      tag: 'Sessions',
      summary: 'Accept a user link',
      description: 'The inbox does this for the signed-in person who opened the link.',
      body: UserLinkToken,
      replies: { 200: [AcceptedUserLink, 'The person is linked; the link is spent.'] },
      errors: ['not_found'],
      examples: {
        accepted: {
          body: { token: '…' },
          reply: { object: 'user_link', user_id: ids.user, person_id: ids.person, accepted: true },
        },
      },
    },
  }),
]
