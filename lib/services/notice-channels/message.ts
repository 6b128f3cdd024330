import { createTranslator } from 'use-intl/core'
import de from '@/components/messages/de.json' with { type: 'json' }
import en from '@/components/messages/en.json' with { type: 'json' }
import { Amount, Payee } from '@/lib/interactions/facts'
import type { Item } from '@/lib/interactions/item'
import { maskText } from '@/lib/interactions/mask'
import { typeSpec } from '@/lib/interactions/types'
import { directionOf, type Locale, readLocale } from '@/lib/locales'
import { preferencesOf } from '@/lib/services/notice-rules'
import { sha256 } from '@/lib/services/secrets'
import type { NoticePerson } from '@/lib/store/notice-people'
import type { NoticePurpose } from '@/lib/store/notices'

export interface NoticeLine {
  itemId: string
  /** Who asks for what kind of thing; nothing of the item itself. */
  headline: string
  /** Amount, payee and the agent's words, for those who turned that on. */
  details: string[]
  /** The page of the item, which decides nothing by being opened. */
  url: string
  runsOut: string | null
  /** Whether a no may be offered on a locked screen; it opens the page where it is said. */
  canDeny: boolean
  /** Whether it takes a no in one step, from whoever has signed in. */
  takesNo: boolean
  /** How it ended, who ended it and when; null while it waits. */
  outcome: string | null
}

/** One message to one person: about an item, or about several of one agent. */
export interface NoticeMessage {
  /** The same for the same content, so that a message that came twice can be known as one. */
  id: string
  purpose: NoticePurpose | 'test'
  locale: Locale
  direction: 'ltr' | 'rtl'
  title: string
  lines: NoticeLine[]
  /** What to do with it, and that nothing is decided by it. */
  closing: string
  /** The same where a no can be said in the message. */
  closingWithDeny: string
  /** That so many more wait than the message shows. */
  more: (count: number) => string
  open: string
  deny: string
}

/** Keeps the direction of a foreign text to itself, in plain text. */
const isolate = (text: string) => `\u2068${text}\u2069`

/** What nobody can see, or what changes how its surroundings are read, becomes a mark that can be seen. */
const plain = (text: string) => text.replace(/(?!\u200d)[\p{C}\u2028\u2029]/gu, '\ufffd')

const catalogues: Record<Locale, typeof en> = { en, de }

function translatorFor(locale: Locale) {
  const t = createTranslator({ locale, messages: catalogues[locale], namespace: 'Notices' })
  return { t, direction: directionOf(locale) }
}

/**
 * Writes the message in the person's language. It never holds more than the person turned on, and no secret.
 * @param publicUrl where the inbox is
 */
export function composeNotice(
  person: NoticePerson,
  items: readonly Item[],
  purpose: NoticePurpose,
  publicUrl: string,
): NoticeMessage {
  const { timeZone, showsDetails, ...preferences } = preferencesOf(person)
  const locale = readLocale(preferences.locale)
  const { t, direction } = translatorFor(locale)
  const toWhen = (atMs: number) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(atMs)
  const lines = items.map((item): NoticeLine => {
    const agent = isolate(plain(item.agent))
    return {
      itemId: item.id,
      headline: t(`what.${item.movesMoney === true ? 'money' : item.type}`, { agent }),
      details: showsDetails ? detailsOf(item, t) : [],
      url: `${publicUrl}/inbox/${item.id}`,
      runsOut:
        item.expiresAtMs === null || item.status !== 'pending'
          ? null
          : t('runs_out', { when: toWhen(item.expiresAtMs) }),
      canDeny: item.movesMoney === false,
      takesNo: typeSpec(item.type).refusal !== null,
      outcome: item.status === 'pending' ? null : outcomeOf(item, t, toWhen),
    }
  })
  const [first] = lines
  const waiting = lines.filter(({ outcome }) => outcome === null).length
  const several = { count: waiting, agent: isolate(plain(items[0]?.agent ?? '')) }
  const subject = first && lines.length === 1 ? first.headline : waiting === 0 ? t('handled') : t('several', several)
  return {
    id: sha256(`${purpose}\n${person.id}\n${items.map(({ id }) => id).join('\n')}`).slice(0, 32),
    purpose,
    locale,
    direction,
    title: purpose === 'reminder' && waiting > 0 ? t('still_waiting', { what: subject }) : subject,
    lines,
    closing: t('closing'),
    closingWithDeny: t('closing_with_deny'),
    more: (count) => t('more', { count }),
    open: t('open'),
    deny: t('deny'),
  }
}

type Translate = ReturnType<typeof translatorFor>['t']

function detailsOf(item: Item, t: Translate): string[] {
  const amount = Amount.safeParse(item.details.amount).data
  const payee = Payee.safeParse(item.details.payee).data
  const sum = amount && `${amount.value} ${amount.currency}`
  const to = payee && isolate(plain(payee.name))
  const fact = sum && to ? t('amount_to', { amount: sum, payee: to }) : (sum ?? to)
  return [...(fact ? [fact] : []), t('says', { summary: isolate(maskText(plain(item.summary))) })]
}

/** How it ended, as a person would say it. */
function outcomeOf(item: Item, t: Translate, toWhen: (atMs: number) => string): string {
  const how = item.decision ?? 'expired'
  const name = item.answeredBy && isolate(plain(item.answeredBy.name))
  const what = name === null ? t(`ended.${how}`) : t(`ended_by.${how}`, { name })
  return item.resolvedAtMs === null ? what : t('ended_when', { what, when: toWhen(item.resolvedAtMs) })
}

/** What a person gets who wants to see that a channel works. */
export function composeTest(person: NoticePerson, publicUrl: string, id: string): NoticeMessage {
  const locale = readLocale(preferencesOf(person).locale)
  const { t, direction } = translatorFor(locale)
  return {
    id,
    purpose: 'test',
    locale,
    direction,
    title: t('test_title'),
    lines: [],
    closing: t('test_closing', { url: publicUrl }),
    closingWithDeny: '',
    more: () => '',
    open: t('open'),
    deny: t('deny'),
  }
}

/** What the code that links a Slack account comes with. */
export function slackCodeText(person: NoticePerson, code: string, publicUrl: string): string {
  const { t } = translatorFor(readLocale(preferencesOf(person).locale))
  return t('slack_code', { code, url: publicUrl, email: person.email })
}

/** What stands where a notice was whose item somebody has dealt with. */
export function handledText(locale: string): string {
  return translatorFor(readLocale(locale)).t('handled')
}
