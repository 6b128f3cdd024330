import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { types } from '@/lib/interactions/kinds/define'
import { dayAfter, openedAt } from '@/lib/rest/examples'
import { noQuery, operation, Time } from '@/lib/rest/operation'
import { access } from '@/lib/services/access'
import { ActivityQuery, getActivity, getOpenCounts } from '@/lib/services/activity'

const count = z.int().min(0)

const figures = {
  answers: count.meta({ description: 'How many items were answered, by people or through a key.' }),
  expired: count.meta({ description: 'How many ran out unanswered.' }),
  median_ms: count
    .nullable()
    .meta({ description: 'The median time from being asked to being answered, in milliseconds.' }),
  yes_seen: count.meta({ description: 'How many yeses came from a person who had opened the item before.' }),
  yes_quick: count.meta({
    description:
      "Those of them whose row `interaction.answered` is at most 2,000 ms after that person's first `interaction.viewed`.",
  }),
}

const Activity = z
  .strictObject({
    object: z.literal('activity'),
    from: Time,
    to: Time,
    counted_from: Time.nullable().meta({
      description:
        'Set when the period holds more than is looked at, the newest 30,000 rows of the record: the figures begin here.',
    }),
    ...figures,
    days: z.array(z.strictObject({ from: Time, ...figures })).meta({
      description: 'Every 24 hours from `from` on, empty ones included.',
    }),
    agents: z.array(z.strictObject({ name: z.string(), ...figures })).meta({ description: 'The 50 busiest agents.' }),
    people: z
      .array(z.strictObject({ id: z.string(), name: z.string(), ...figures }))
      .meta({ description: 'The 50 busiest people.' }),
  })
  .meta({ id: 'Activity' })

const OpenCounts = z
  .strictObject({
    object: z.literal('open_counts'),
    total: count,
    by_age: z
      .strictObject({ hour: count, day: count, week: count, older: count })
      .meta({ description: 'Younger than an hour, than a day, than a week, and older.' }),
    by_type: z.array(z.strictObject({ type: z.enum(types), count })),
    by_agent: z.array(z.strictObject({ agent: z.string(), count })).meta({ description: 'The 50 with the most.' }),
  })
  .meta({ id: 'OpenCounts' })

const none = { answers: 0, expired: 0, median_ms: null, yes_seen: 0, yes_quick: 0 }

/** How people answer, and what waits. */
export const activityOperations: Operation[] = [
  operation({
    id: 'getActivity',
    method: 'GET',
    path: '/v1/activity',
    access: access.administration,
    target: 'none',
    query: ActivityQuery,
    run: (ctx, { query }) => getActivity(ctx, query),
    doc: {
      tag: 'Administration',
      summary: 'Read how people answer',
      description: "Of the caller's mode, over at most 92 days, by day, agent and person.",
      replies: { 200: [Activity, 'The figures of the period.'] },
      examples: {
        day: {
          query: { from: openedAt, to: dayAfter },
          reply: {
            object: 'activity',
            from: openedAt,
            to: dayAfter,
            counted_from: null,
            ...none,
            days: [{ from: openedAt, ...none }],
            agents: [],
            people: [],
          },
        },
      },
    },
  }),
  operation({
    id: 'getOpenCounts',
    method: 'GET',
    path: '/v1/activity/open',
    access: access.administration,
    target: 'none',
    query: noQuery,
    run: (ctx) => getOpenCounts(ctx),
    doc: {
      tag: 'Administration',
      summary: 'Count what waits',
      description: "Of the caller's mode, by age, type and agent.",
      replies: { 200: [OpenCounts, 'The counts.'] },
      examples: {
        one: {
          reply: {
            object: 'open_counts',
            total: 1,
            by_age: { hour: 1, day: 0, week: 0, older: 0 },
            by_type: [{ type: 'approval', count: 1 }],
            by_agent: [{ agent: 'Agent', count: 1 }],
          },
        },
      },
    },
  }),
]
