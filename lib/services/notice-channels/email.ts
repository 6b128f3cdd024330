import { createTransport } from 'nodemailer'
import type { Config } from '@/lib/config'
import type { NoticePerson } from '@/lib/store/notice-people'
import { type Channel, ChannelError } from './channel'
import type { NoticeMessage } from './message'

const connectMs = 5_000
const silenceMs = 15_000

/**
 * Mails notices through the operator's server. A mail that came twice, because the server died between sending and
 * noting it, has the same Message-ID both times, by which mail programs show it once (F8).
 */
export function emailChannel(smtp: NonNullable<Config['smtp']>, publicUrl: string): Channel {
  const { hostname } = new URL(publicUrl)
  return {
    async send(person, message, { signal }) {
      const transport = createTransport({
        url: smtp.url,
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: silenceMs,
      })
      const end = () => transport.close()
      signal.addEventListener('abort', end, { once: true })
      try {
        await transport.sendMail({
          ...toMail(message),
          from: smtp.from,
          to: addressOf(person),
          messageId: `<${message.id}@${hostname}>`,
        })
        return null
      } catch (error) {
        throw toChannelError(error)
      } finally {
        signal.removeEventListener('abort', end)
        transport.close()
      }
    },
  }
}

const addressOf = ({ name, email }: NoticePerson) => ({ name, address: email })

/** The mail as text and as HTML; everything in it that somebody else wrote is text in both (F13). */
function toMail(message: NoticeMessage) {
  const { title, lines, closing, open, locale, direction, purpose } = message
  const text = [
    title,
    ...lines.map((line) =>
      [...(lines.length > 1 ? [line.headline] : []), ...line.details, line.runsOut ?? '', line.url]
        .filter((part) => part !== '')
        .join('\n'),
    ),
    closing,
  ].join('\n\n')
  const items = lines.map((line) => {
    const parts = [
      ...(lines.length > 1 ? [`<p style="margin:0;font-weight:600">${foreign(line.headline)}</p>`] : []),
      ...line.details.map((detail) => `<p style="margin:4px 0 0">${foreign(detail)}</p>`),
      ...(line.runsOut === null ? [] : [`<p style="margin:4px 0 0;color:#57534e">${escapeHtml(line.runsOut)}</p>`]),
      `<p style="margin:12px 0 0"><a href="${escapeHtml(line.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1917;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(open)}</a></p>`,
    ]
    return `<div style="margin:0 0 24px">${parts.join('')}</div>`
  })
  const html = [
    `<!doctype html><html lang="${escapeHtml(locale)}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#1c1917;overflow-wrap:anywhere">`,
    `<h1 style="margin:0 0 16px;font-size:18px">${foreign(title)}</h1>`,
    ...items,
    `<p style="margin:0;color:#57534e">${escapeHtml(closing)}</p></body></html>`,
  ].join('\n')
  return {
    subject: title,
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Vestra-Notice': purpose,
      'Content-Language': locale,
    },
  }
}

/** A line with foreign words in it, whose direction is its own. */
const foreign = (text: string) => `<bdi dir="auto">${escapeHtml(text)}</bdi>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** What went wrong, without what the server said: that may hold addresses. */
function toChannelError(error: unknown): ChannelError {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  if (typeof responseCode === 'number') {
    const isFinal = responseCode >= 550 && responseCode <= 553
    return new ChannelError(`The mail server answered ${responseCode}.`, { isFinal })
  }
  return new ChannelError(
    typeof code === 'string' ? `The mail server could not be reached (${code}).` : 'The mail could not be sent.',
  )
}
