import type { NoticeLine, NoticeMessage } from './message'

/** Slack's longest section, most blocks of a message, and the blocks that an item takes. */
const sectionLimit = 3_000
const blockLimit = 50
const blocksPerItem = 5

type Block = Record<string, unknown>

const cut = (text: string) => (text.length > sectionLimit ? `${text.slice(0, sectionLimit - 1)}…` : text)

/** Text in which Slack reads no marks, mentions or links: where foreign words go. */
export const plainText = (text: string) => ({ type: 'plain_text', text: cut(text), emoji: false })

/** Text between Slack's own marks. */
export const escapeSlack = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * A message as Slack takes it. Of a long one the last items are left out, and how many that are is said.
 * @param actionsOf what stands under an item
 * @param closing null: nothing
 */
export function slackMessage(
  { title, lines, more }: NoticeMessage,
  closing: string | null,
  actionsOf: (line: NoticeLine) => Block,
): { text: string; blocks: Block[] } {
  const context = (text: string) => ({ type: 'context', elements: [plainText(text)] })
  const shown = lines.slice(0, Math.floor(blockLimit / blocksPerItem) - 1)
  const left = lines.length - shown.length
  return {
    text: escapeSlack(title),
    blocks: [
      { type: 'section', text: plainText(title) },
      ...shown.flatMap((line) => [
        ...[...(lines.length > 1 ? [line.headline] : []), ...line.details].map((text) => ({
          type: 'section',
          text: plainText(text),
        })),
        ...(line.runsOut === null ? [] : [context(line.runsOut)]),
        actionsOf(line),
      ]),
      ...(left > 0 ? [context(more(left))] : []),
      ...(closing === null ? [] : [context(closing)]),
    ],
  }
}
