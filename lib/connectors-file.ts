import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { formatPath } from '@/lib/interactions/invalid'
import { slug } from '@/lib/interactions/text'

/** An app that people connect by OAuth 2.0, as the operator has registered this server with its provider. */
export interface ConnectorSettings {
  name: string
  authorizeUrl: string
  tokenUrl: string
  /** What the provider calls itself in `iss`; null where it does not send it. */
  issuer: string | null
  clientId: string
  clientSecret: string | null
  scopes: readonly string[]
  extraAuthorizeParams: Readonly<Record<string, string>>
  tokenAuth: 'basic' | 'post'
}

/** Ours to set, on each press anew. */
const ownParams = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
]

const isOwnParam = (name: string) => ownParams.includes(name)

function faultOfUrl(text: string): string | null {
  if (!URL.canParse(text)) return 'must be an address such as https://example.com/authorize'
  const { protocol, hostname, username, password, hash } = new URL(text)
  const isLoopback = /^(?:localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    return 'must begin with https:// (http:// for this machine alone)'
  }
  if (username !== '' || password !== '') return 'must hold no user name or password'
  return hash === '' ? null : 'must hold no fragment'
}

const Url = z.string().superRefine((text, ctx) => {
  const fault = faultOfUrl(text)
  if (fault !== null) ctx.addIssue({ code: 'custom', message: fault })
})

const AuthorizeUrl = Url.refine(
  (text) => !URL.canParse(text) || ![...new URL(text).searchParams.keys()].some(isOwnParam),
  {
    error: `must not set ${ownParams.join(', ')}`,
  },
)

const App = slug(80).refine((app) => app === app.toLowerCase(), { error: 'must be in lower case' })

const Entry = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(80, { error: 'must be at most 80 characters long' }),
  authorize_url: AuthorizeUrl,
  token_url: Url,
  issuer: Url.optional(),
  client_id: z.string().min(1, { error: 'must not be empty' }),
  client_secret: z.string().min(1, { error: 'must not be empty' }).optional(),
  client_secret_env: z.string().min(1, { error: 'must not be empty' }).optional(),
  scopes: z.array(z.string().regex(/^[!#-[\]-~]+$/, { error: 'must be one scope, without spaces or quotes' })),
  extra_authorize_params: z
    .record(
      z.string().refine((name) => !isOwnParam(name), { error: 'is set by the server itself' }),
      z.string(),
    )
    .optional(),
  token_auth: z.enum(['basic', 'post'], { error: 'must be basic or post' }),
})

const File = z.record(App, Entry)

function toFault(issue: z.core.$ZodIssue): string {
  const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue
  const path = formatPath(issue.path)
  return `${path === '' ? '' : `${path}: `}${message.replace(/^Invalid input: /, '')}`
}

/**
 * Reads the apps that people can connect here, by their slug.
 * @param environment where `client_secret_env` is looked up
 * @param addFault is given one line for each thing that is wrong; none of them holds a value of the file
 */
export function readConnectorsFile(
  path: string,
  environment: Record<string, string | undefined>,
  addFault: (fault: string) => void,
): ReadonlyMap<string, ConnectorSettings> {
  const connectors = new Map<string, ConnectorSettings>()
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    // The parser's own message quotes the file, and with it perhaps a secret.
    addFault(error instanceof SyntaxError ? `${path} is not valid JSON` : `${path} cannot be read`)
    return connectors
  }
  const parsed = File.safeParse(content)
  for (const issue of parsed.error?.issues ?? []) addFault(toFault(issue))
  for (const [app, entry] of Object.entries(parsed.data ?? {})) {
    const clientSecret = secretOf(entry, environment, (fault) => addFault(`${app}.${fault}`))
    connectors.set(app, {
      name: entry.name,
      authorizeUrl: entry.authorize_url,
      tokenUrl: entry.token_url,
      issuer: entry.issuer ?? null,
      clientId: entry.client_id,
      clientSecret,
      scopes: entry.scopes,
      extraAuthorizeParams: entry.extra_authorize_params ?? {},
      tokenAuth: entry.token_auth,
    })
  }
  return connectors
}

function secretOf(
  entry: z.output<typeof Entry>,
  environment: Record<string, string | undefined>,
  addFault: (fault: string) => void,
): string | null {
  const { client_secret: secret, client_secret_env: name } = entry
  if (secret !== undefined && name !== undefined) addFault('client_secret_env: cannot stand beside client_secret')
  if (name !== undefined && !environment[name]) addFault(`client_secret_env: ${name} is not set in the environment`)
  const found = secret ?? (name === undefined ? undefined : environment[name])
  if (found === undefined && name === undefined && entry.token_auth === 'basic') {
    addFault('token_auth: basic needs client_secret or client_secret_env; a client without a secret uses post')
  }
  return found ?? null
}
