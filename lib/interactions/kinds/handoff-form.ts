import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { AskedQuestions } from '@/lib/interactions/facts'
import { freeText } from '@/lib/interactions/text'
import type { Built } from './define'

const maxFrameBytes = 1024 * 1024

/** A JPEG as a data URI in canonical base64, at most 1 MiB decoded (K9, S24). */
const Frame = z.string().superRefine((uri, ctx) => {
  const prefix = 'data:image/jpeg;base64,'
  const base64 = uri.startsWith(prefix) ? uri.slice(prefix.length) : null
  const isBase64 =
    base64 !== null && base64.length % 4 === 0 && base64.length > 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(base64)
  if (!isBase64) {
    ctx.addIssue({ code: 'custom', message: `must be ${prefix} and canonical base64` })
    return
  }
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const sextets = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const lastSextet = sextets.indexOf(base64[base64.length - padding - 1] ?? '')
  const unusedBits = padding === 2 ? 0b1111 : padding === 1 ? 0b11 : 0
  if ((lastSextet & unusedBits) !== 0) ctx.addIssue({ code: 'custom', message: 'must be canonical base64' })
  // FF D8 FF, the first three bytes of any JPEG, are exactly these four characters.
  if (!base64.startsWith('/9j/')) ctx.addIssue({ code: 'custom', message: 'must be a JPEG (FF D8 FF)' })
  if ((base64.length / 4) * 3 - padding > maxFrameBytes) {
    ctx.addIssue({ code: 'custom', message: 'must be at most 1 MiB when decoded' })
  }
})

const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** The page's address: http or https, no user or password; the fragment is dropped (K10). */
const PageUrl = z
  .string()
  .max(2048, { error: 'must be at most 2,048 characters long' })
  .superRefine((text, ctx) => {
    const url = parseUrl(text)
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      ctx.addIssue({ code: 'custom', message: 'must be an http or https address' })
    } else if (url.username || url.password) {
      ctx.addIssue({ code: 'custom', message: 'must not hold a user name or password' })
    }
  })
  .transform((text) => {
    const url = new URL(text)
    url.hash = ''
    return url.href
  })

/** Where the browser's picture comes from. It never leaves the server (K6, D18.17). */
const LiveUrl = z
  .string()
  .max(2048, { error: 'must be at most 2,048 characters long' })
  .superRefine((text, ctx) => {
    const url = parseUrl(text)
    const isSafe = url?.protocol === 'https:' || url?.protocol === 'wss:'
    const isLocal = (url?.protocol === 'http:' || url?.protocol === 'ws:') && loopbackHosts.test(url.hostname)
    if (!isSafe && !isLocal) ctx.addIssue({ code: 'custom', message: 'must be https or wss (http or ws for loopback)' })
  })

export const handoffFields = {
  questions: AskedQuestions.optional(),
  instructions: freeText(1, 2000).optional().meta({ description: 'Short for one question without options.' }),
  asks_for_value: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether it takes `answers`, such as a code, besides done, could not and not now.' }),
  frame: Frame.optional().meta({ description: 'The page the agent is on: a JPEG data URI, at most 1 MiB decoded.' }),
  browser: z.strictObject({ url: PageUrl.optional(), live_url: LiveUrl.optional() }).optional(),
}

const Handoff = z.object(handoffFields)

export function buildHandoff(input: z.output<typeof Handoff>, own: Record<string, unknown>): Built {
  if ((input.questions === undefined) === (input.instructions === undefined)) {
    throw new InteractionError('invalid_request', 'questions: send exactly one of `questions` and `instructions`.', {
      param: 'questions',
    })
  }
  const questions = input.questions ?? [
    { question: input.instructions ?? '', header: '', options: [], multi_select: false },
  ]
  return {
    details: { ...own, asks_for_value: input.asks_for_value },
    questions,
    ...(input.browser && { browser: { suggested_mode: 'control' as const, url: input.browser.url ?? null } }),
    ...(input.browser?.live_url !== undefined && { liveUrl: input.browser.live_url }),
    ...(input.frame !== undefined && { frame: input.frame }),
  }
}
