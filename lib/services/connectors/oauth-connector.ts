import * as oauth from 'oauth4webapi'
import type { ConnectorSettings } from '@/lib/connectors-file'
import { type Connector, ConnectorError, type ProviderAnswer, type Tokens } from './connector'

const maxResponseBytes = 64 * 1024

interface Options {
  /** Where the provider sends the person back to. */
  redirectUri: string
  /** How long the provider may take to give tokens for a code. */
  timeoutMs?: number
}

/** OAuth 2.0 with an authorization code and PKCE (RFC 6749, RFC 7636). */
export function oauthConnector(settings: ConnectorSettings, { redirectUri, timeoutMs = 15_000 }: Options): Connector {
  const { authorizeUrl, tokenUrl, issuer, clientId, clientSecret } = settings
  const server: oauth.AuthorizationServer = {
    issuer: issuer ?? new URL(authorizeUrl).origin,
    token_endpoint: tokenUrl,
    // One return address serves all providers: `iss` tells whose answer it is (RFC 9207).
    authorization_response_iss_parameter_supported: issuer !== null,
  }
  const client: oauth.Client = { client_id: clientId }
  const authentication = clientAuthentication(clientSecret, settings.tokenAuth)

  async function exchange(answer: ProviderAnswer, verifier: string): Promise<Tokens> {
    const { code = '', iss } = answer
    const answered = new URLSearchParams({ code, ...(issuer !== null && iss !== undefined && { iss }) })
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      oauth.validateAuthResponse(server, client, answered, oauth.expectNoState),
      redirectUri,
      verifier,
      {
        signal: AbortSignal.timeout(timeoutMs),
        [oauth.customFetch]: fetchBounded,
        // The settings allow plain http for this machine alone.
        [oauth.allowInsecureRequests]: tokenUrl.startsWith('http:'),
      },
    )
    const given: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    await oauth.processAuthorizationCodeResponse(server, client, await withoutIdToken(response, given))
    return given as Tokens
  }

  return {
    name: settings.name,
    scopes: settings.scopes,
    authorizeHost: new URL(authorizeUrl).host,

    async begin(state) {
      const verifier = oauth.generateRandomCodeVerifier()
      const url = new URL(authorizeUrl)
      const params = {
        ...settings.extraAuthorizeParams,
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        ...(settings.scopes.length > 0 && { scope: settings.scopes.join(' ') }),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
      return { authorizeUrl: url.href, secret: verifier }
    },

    async finish(answer, verifier) {
      if (answer.error === 'access_denied') throw new ConnectorError('denied', answer.error)
      if (answer.error !== undefined) throw new ConnectorError('provider_refused', answer.error)
      try {
        return await exchange(answer, verifier)
      } catch (error) {
        throw toConnectorError(error)
      }
    },
  }
}

function clientAuthentication(secret: string | null, method: ConnectorSettings['tokenAuth']): oauth.ClientAuth {
  if (secret === null) return oauth.None()
  return method === 'basic' ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

/** Who signed in is not asked here, so an ID token is handed on unread: checking it would need more than OAuth's settings. */
async function withoutIdToken(response: Response, given: unknown): Promise<Response> {
  if (typeof given !== 'object' || given === null || !('id_token' in given)) return response
  const { id_token: _, ...rest } = given
  return Response.json(rest, { status: response.status })
}

/** The whole response, read within the limits of size and time. */
async function fetchBounded(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxResponseBytes) throw new ConnectorError('provider_refused', 'the answer is too large')
    chunks.push(chunk)
  }
  const { status, headers } = response
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers })
}

function toConnectorError(error: unknown): ConnectorError {
  if (error instanceof ConnectorError) return error
  if (error instanceof oauth.ResponseBodyError) {
    return new ConnectorError('provider_refused', `${error.status} ${error.error}`)
  }
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    return new ConnectorError('provider_refused', `${error.status}, client not accepted`)
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    return new ConnectorError('provider_refused', error.message)
  }
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } }
  return new ConnectorError('provider_unreachable', String(cause?.code ?? name))
}
