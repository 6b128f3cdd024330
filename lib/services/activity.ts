import { z } from 'zod'
import { InteractionError } from '@/lib/interactions/errors'
import { toIso } from '@/lib/interactions/item'
import { Moment } from '@/lib/interactions/text'
import { dayMs, type Figures } from '@/lib/store/activity'
import type { Ctx } from './context'
import { json, type Reply } from './reply'

const maxDays = 92
const defaultDays = 30
/** The busiest of them; the rest are in the total. */
const maxGroups = 50

export const ActivityQuery = z.strictObject({
  from: Moment.optional().meta({ description: 'Where the period begins, and its days. Default: 30 days before `to`.' }),
  to: Moment.optional().meta({ description: 'Where it ends, not included. Default: now.' }),
})

const figuresView = (figures: Figures) => ({
  answers: figures.answers,
  expired: figures.expired,
  median_ms: figures.medianMs,
  yes_seen: figures.yesSeen,
  yes_quick: figures.yesQuick,
})

const nothing: Figures = { answers: 0, expired: 0, medianMs: null, yesSeen: 0, yesQuick: 0 }

/**
 * How the people of the caller's mode answered in a period (ADM15): counts, the median in milliseconds, and how many
 * yeses came within two seconds of the card being seen.
 * @throws invalid_request for a period that is empty, or longer than 92 days
 */
export async function getActivity(ctx: Ctx, query: z.output<typeof ActivityQuery>): Promise<Reply> {
  const { store } = ctx.app
  const toMs = query.to === undefined ? store.nowMs() : Date.parse(query.to)
  const fromMs = query.from === undefined ? toMs - defaultDays * dayMs : Date.parse(query.from)
  if (fromMs >= toMs) throw unfit('must be before `to`')
  if (toMs - fromMs > maxDays * dayMs) throw unfit(`must be at most ${maxDays} days before \`to\``)
  const activity = await store.readActivity(ctx.actor.mode, fromMs, toMs)
  const people = activity.people.slice(0, maxGroups)
  const names = await store.namesOf(people.map(({ id }) => id))
  return json(200, {
    object: 'activity',
    from: toIso(fromMs),
    to: toIso(toMs),
    counted_from: activity.countedFromMs === null ? null : toIso(activity.countedFromMs),
    ...figuresView(activity.total),
    days: Array.from({ length: Math.ceil((toMs - fromMs) / dayMs) }, (_, day) => ({
      from: toIso(fromMs + day * dayMs),
      ...figuresView(activity.days.get(day) ?? nothing),
    })),
    agents: activity.agents.slice(0, maxGroups).map(({ name, figures }) => ({ name, ...figuresView(figures) })),
    people: people.map(({ id, figures }) => ({ id, name: names.get(id) ?? id, ...figuresView(figures) })),
  })
}

function unfit(rule: string): InteractionError {
  return new InteractionError('invalid_request', `from: ${rule}.`, { param: 'from' })
}

/** What waits now in the caller's mode, by age, type and agent (ADM17). */
export async function getOpenCounts(ctx: Ctx): Promise<Reply> {
  const { store } = ctx.app
  const { total, byAge, byType, byAgent } = await store.readOpenCounts(ctx.actor.mode, store.nowMs())
  return json(200, {
    object: 'open_counts',
    total,
    by_age: byAge,
    by_type: byType.map(({ name, count }) => ({ type: name, count })),
    by_agent: byAgent.slice(0, maxGroups).map(({ name, count }) => ({ agent: name, count })),
  })
}
