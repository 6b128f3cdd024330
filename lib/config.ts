import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type LargeFrom, readLargeFrom } from '@/lib/interactions/cautions/large-payment'
import { type ConnectorSettings, readConnectorsFile } from './connectors-file'

const integer = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

const Url = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

const LargePayments = z.string().transform((text, ctx): LargeFrom => {
  try {
    return readLargeFrom(text)
  } catch (error) {
    ctx.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

const Environment = z.object({
  PORT: integer(3000, 0, 65_535),
  HOST: z.string().optional(),
  PUBLIC_URL: Url.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^(postgres(ql)?:\/\/|file:)/, { error: 'must start with postgres:// or file:' })
    .optional(),
  DATABASE_POOL: integer(10, 1, 200),
  LIMIT_PENDING_PER_USER: integer(1_000, 1, 1_000_000),
  LIMIT_PENDING_TOTAL: integer(10_000, 1, 10_000_000),
  RATE_LIMIT_PER_MINUTE: integer(600, 0, 10_000_000),
  MONEY_YES_PER_MINUTE: integer(6, 0, 1_000),
  LARGE_PAYMENTS: LargePayments.default(() => readLargeFrom('USD 1000, EUR 1000, GBP 1000, CHF 1000, JPY 150000')),
  WEBHOOK_ALLOW_PRIVATE: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  TRUST_PROXY: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  METRICS_TOKEN: z.string().min(16, { error: 'must be at least 16 characters long' }).optional(),
  CONNECTORS_FILE: z.string().optional(),
  MCP_PRESENT_USER: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  A2A_V03: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  A2A_BLOCKING_SECONDS: integer(10, 0, 50),
  NEXTAUTH_SECRET: z.string().min(32, { error: 'must be at least 32 characters long' }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  SMTP_FROM: z.string().optional(),
  SLACK_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  SLACK_BOT_TOKEN: z
    .string()
    .regex(/^xoxb-\S+$/, { error: 'must be a bot token, which begins with xoxb-' })
    .optional(),
  SLACK_SIGNING_SECRET: z.string().min(16, { error: 'must be at least 16 characters long' }).optional(),
  SLACK_API_URL: Url.default('https://slack.com/api'),
  NOTICE_NEXT_AFTER_SECONDS: integer(300, 1, 86_400),
  OIDC_ISSUER: Url.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().default('single sign-on'),
  OIDC_USER_ID_CLAIM: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Config {
  port: number
  /** Absent: every address of this machine. */
  host: string | undefined
  publicUrl: string
  dataDir: string
  databaseUrl: string
  databasePool: number
  limits: { pendingPerUser: number; pendingTotal: number; requestsPerMinute: number; moneyYesPerMinute: number }
  /** From which amount on a payment is large: then a yes to it needs the amount typed (rule 5). */
  largePaymentFrom: LargeFrom
  /** Whether webhooks may go to private, loopback and link-local addresses (C21). */
  webhookAllowPrivate: boolean
  /** Whether a model may say over MCP that the person who saw it said yes. */
  mcpPresentUser: boolean
  /** Whether the last address in X-Forwarded-For is the caller's. */
  trustProxy: boolean
  /** What a scraper of the metrics must bear; null is no metrics. */
  metricsToken: string | null
  /** The apps that people can connect here, by slug. */
  connectors: ReadonlyMap<string, ConnectorSettings>
  /** Whether A2A clients of version 0.3 are served too. */
  a2aV03: boolean
  /** How long an A2A message waits for its task to pause or end, where the client does not say otherwise. */
  a2aBlockingSeconds: number
  nextAuthSecret: string
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string; userIdClaim: string | null } | null
  /** Where notices are mailed through, and whom they come from. */
  smtp: { url: string; from: string } | null
  /** A Slack incoming webhook for people who chose Slack and named none of their own. */
  slackWebhookUrl: string | null
  /** The deployment's Slack app: its token, what Slack signs its calls with, and where Slack's API is. */
  slackApp: { botToken: string; signingSecret: string; apiUrl: string } | null
  /** How long an item waits before a person's next channel has its turn. */
  noticeNextAfterSeconds: number
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

export class ConfigError extends Error {}

/**
 * Reads the settings from environment variables (D10).
 * @throws ConfigError with one line for each wrong variable
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const oidc = parsed.data && oidcOf(parsed.data, faults)
  const smtp = parsed.data && smtpOf(parsed.data, faults)
  const slackApp = parsed.data && slackAppOf(parsed.data, faults)
  const connectors = parsed.data?.CONNECTORS_FILE
    ? readConnectorsFile(path.resolve(parsed.data.CONNECTORS_FILE), given, (fault) =>
        faults.push(`CONNECTORS_FILE: ${fault}`),
      )
    : new Map<string, ConnectorSettings>()
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults.join('\n'))
  const env = parsed.data
  const dataDir = path.resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL ?? `file:${path.join(dataDir, 'vestra.db')}`,
    databasePool: env.DATABASE_POOL,
    limits: {
      pendingPerUser: env.LIMIT_PENDING_PER_USER,
      pendingTotal: env.LIMIT_PENDING_TOTAL,
      requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
      moneyYesPerMinute: env.MONEY_YES_PER_MINUTE,
    },
    largePaymentFrom: env.LARGE_PAYMENTS,
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE === '1',
    mcpPresentUser: env.MCP_PRESENT_USER === '1',
    trustProxy: env.TRUST_PROXY === '1',
    metricsToken: env.METRICS_TOKEN ?? null,
    connectors,
    a2aV03: env.A2A_V03 === '1',
    a2aBlockingSeconds: env.A2A_BLOCKING_SECONDS,
    nextAuthSecret: env.NEXTAUTH_SECRET ?? keptSecret(dataDir),
    oidc: oidc ?? null,
    smtp: smtp ?? null,
    slackWebhookUrl: env.SLACK_WEBHOOK_URL ?? null,
    slackApp: slackApp ?? null,
    noticeNextAfterSeconds: env.NOTICE_NEXT_AFTER_SECONDS,
    logLevel: env.LOG_LEVEL,
  }
}

function oidcOf(env: z.output<typeof Environment>, faults: string[]): Config['oidc'] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  for (const name of missing) faults.push(`${name}: is required beside the other OIDC settings`)
  return {
    issuer: env.OIDC_ISSUER ?? '',
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: env.OIDC_CLIENT_SECRET ?? '',
    name: env.OIDC_NAME,
    userIdClaim: env.OIDC_USER_ID_CLAIM ?? null,
  }
}

function smtpOf(env: z.output<typeof Environment>, faults: string[]): Config['smtp'] {
  const { SMTP_URL: url, SMTP_FROM: from } = env
  if (url !== undefined && from !== undefined) return { url, from }
  if (url !== undefined) faults.push('SMTP_FROM: is required beside SMTP_URL')
  if (from !== undefined) faults.push('SMTP_URL: is required beside SMTP_FROM')
  return null
}

function slackAppOf(env: z.output<typeof Environment>, faults: string[]): Config['slackApp'] {
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: apiUrl } = env
  if (botToken !== undefined && signingSecret !== undefined) {
    return { botToken, signingSecret, apiUrl: apiUrl.replace(/\/+$/, '') }
  }
  if (botToken !== undefined) faults.push('SLACK_SIGNING_SECRET: is required beside SLACK_BOT_TOKEN')
  if (signingSecret !== undefined) faults.push('SLACK_BOT_TOKEN: is required beside SLACK_SIGNING_SECRET')
  return null
}

/** Made once and kept beside the data, readable by this user alone. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'nextauth-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    chmodSync(file, 0o600)
  }
  return readFileSync(file, 'utf8').trim()
}

/** next-auth reads its public address from the environment and from nowhere else. */
export function setNextAuthUrl(publicUrl: string): void {
  process.env.NEXTAUTH_URL = publicUrl
}
