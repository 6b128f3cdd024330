import NextAuth, { type NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { Config } from '@/lib/config'
import { InteractionError } from '@/lib/interactions/errors'
import { currentApp } from '@/lib/services/app'
import type { App } from '@/lib/services/context'
import {
  acceptSignInLink,
  checkPassword,
  personOfOidc,
  SignInError,
  type SignInMethod,
  sessionLifeMs,
  startSession,
} from '@/lib/services/people'

type Claims = Record<string, unknown>

/** The word a sign-in page gets for a refusal; it says nothing that helps a guesser. */
function toSignInWord(error: unknown): Error {
  if (error instanceof SignInError) return new Error(error.code)
  if (error instanceof InteractionError) return new Error('invalid_request')
  return error instanceof Error ? error : new Error('internal_error')
}

const given = (value: string | undefined) => (value === undefined || value === '' ? undefined : value)

/** E-mail and password, one-time links, and OpenID Connect where it is set up (D13). */
export function authOptions(app: App): NextAuthOptions {
  const { config } = app
  return {
    secret: config.nextAuthSecret,
    session: { strategy: 'jwt', maxAge: sessionLifeMs / 1000 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      CredentialsProvider({
        id: 'password',
        credentials: { email: {}, password: {} },
        authorize: async (input, request) => {
          try {
            const address = String(request.headers?.['x-vestra-address'] ?? 'unknown')
            return { id: await checkPassword(app, input?.email ?? '', input?.password ?? '', address) }
          } catch (error) {
            throw toSignInWord(error)
          }
        },
      }),
      CredentialsProvider({
        id: 'link',
        credentials: { token: {}, email: {}, name: {}, password: {} },
        authorize: async (input) => {
          try {
            const profile = { email: given(input?.email), name: given(input?.name), password: given(input?.password) }
            return { id: await acceptSignInLink(app, input?.token ?? '', profile) }
          } catch (error) {
            throw toSignInWord(error)
          }
        },
      }),
      ...(config.oidc ? [oidcProvider(config.oidc)] : []),
    ],
    callbacks: {
      jwt: async ({ token, user, account, profile }) => {
        if (!account) return token
        const isOidc = account.provider === 'oidc'
        const personId = isOidc ? await personOfProfile(app, profile as Claims) : user.id
        return { sid: await startSession(app, personId, isOidc ? 'oidc' : (account.provider as SignInMethod)) }
      },
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string') await app.store.people.endSession(token.sid, app.store.nowMs())
      },
    },
    logger: {
      error: (code, metadata) => {
        if (code !== 'CALLBACK_CREDENTIALS_HANDLER_ERROR')
          app.log.warn({ code, err: errorOf(metadata) }, 'sign-in failed')
      },
      warn: () => {},
      debug: () => {},
    },
  }
}

function errorOf(metadata: unknown): string {
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error
  return error instanceof Error ? error.message : 'unknown'
}

function oidcProvider(oidc: NonNullable<Config['oidc']>): OAuthConfig<Claims> {
  return {
    id: 'oidc',
    name: oidc.name,
    type: 'oauth',
    wellKnown: `${oidc.issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    profile: (claims) => ({ id: String(claims.sub) }),
  }
}

function personOfProfile(app: App, claims: Claims): Promise<string> {
  const oidc = app.config.oidc
  const claimed = oidc?.userIdClaim ? claims[oidc.userIdClaim] : undefined
  return personOfOidc(app, {
    issuer: oidc?.issuer ?? '',
    subject: String(claims.sub),
    email: typeof claims.email === 'string' ? claims.email : null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === 'string' && claims.name !== '' ? claims.name : null,
    userIds: [claimed].flat().filter((id): id is string => typeof id === 'string' && id !== ''),
  })
}

export async function serveAuth(request: Request, context: unknown): Promise<Response> {
  return NextAuth(authOptions(await currentApp()))(request, context)
}
