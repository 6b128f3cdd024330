import { oneOf } from '@/components/format/one-of'
import { kindLabels, typeLabels } from '@/components/interaction/labels'
import type { Kind, Type } from '@/lib/interactions/interaction'
import { statuses } from '@/lib/interactions/status'
import { type Age, ages } from './age'

/** The lists there are: one for each status, and what this device has put off. */
const views = [...statuses, 'snoozed'] as const
export type View = (typeof views)[number]

/** What the list is narrowed to. The names are those of the API and of the address. */
export interface Filters {
  status: View
  /** A text in the summary or the agent's name. */
  q?: string
  type?: Type
  kind?: Kind
  agent?: string
  moves_money?: 'true' | 'false'
  /** How old it is when it is looked at: a kept address stays as good tomorrow. */
  age?: Age
  /** ISO times. */
  created_after?: string
  created_before?: string
  user_id?: string
  task_id?: string
  conversation_id?: string
}

export const textFilters = ['agent', 'user_id', 'task_id', 'conversation_id'] as const
export const timeFilters = ['created_after', 'created_before'] as const

/** What a filter panel and the search narrow by; the status has its own tabs. */
export const narrowing = ['q', 'type', 'kind', 'moves_money', 'age', ...timeFilters, ...textFilters] as const
export type Narrowing = (typeof narrowing)[number]

/** A time as the API takes it, from an address or from a field for a local time. */
function toIsoTime(value: string | null): string | undefined {
  const atMs = Date.parse(value ?? '')
  return Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString()
}

/** Reads an address; what no filter knows is left out. */
export function readFilters(params: URLSearchParams): Filters {
  const type = oneOf(Object.keys(typeLabels) as Type[], params.get('type'))
  const kind = oneOf(Object.keys(kindLabels) as Kind[], params.get('kind'))
  const movesMoney = oneOf(['true', 'false'] as const, params.get('moves_money'))
  const age = oneOf(ages, params.get('age'))
  const texts = (['q', ...textFilters] as const).flatMap((name) => {
    const value = params.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  const times = timeFilters.flatMap((name) => {
    const value = toIsoTime(params.get(name))
    return value ? [[name, value] as const] : []
  })
  return {
    status: oneOf(views, params.get('status')) ?? 'pending',
    ...(type && { type }),
    ...(kind && { kind }),
    ...(movesMoney && { moves_money: movesMoney }),
    ...(age && { age }),
    ...Object.fromEntries([...times, ...texts]),
  }
}

export function writeFilters(filters: Filters): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) {
    if (value !== undefined && !(name === 'status' && value === 'pending')) params.set(name, value)
  }
  const search = params.toString()
  return search && `?${search}`
}

export function isNarrowed(filters: Filters): boolean {
  return narrowing.some((name) => filters[name] !== undefined)
}
