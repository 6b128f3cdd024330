import { kindLabels, typeLabels } from '@/components/interaction/labels'
import type { Kind, Type } from '@/lib/interactions/interaction'
import { statuses } from '@/lib/interactions/status'

/** The lists there are: one for each status, and what this device has put off. */
const views = [...statuses, 'snoozed'] as const
export type View = (typeof views)[number]

/** What the list is narrowed to. The names are those of the API and of the address. */
export interface Filters {
  status: View
  type?: Type
  kind?: Kind
  user_id?: string
  task_id?: string
  conversation_id?: string
}

export const textFilters = ['user_id', 'task_id', 'conversation_id'] as const

/** What a filter panel narrows by; the status has its own tabs. */
export const narrowing = ['type', 'kind', ...textFilters] as const
export type Narrowing = (typeof narrowing)[number]

function oneOf<T extends string>(names: readonly T[], value: string | null): T | undefined {
  return names.find((name) => name === value)
}

/** Reads an address; what no filter knows is left out. */
export function readFilters(params: URLSearchParams): Filters {
  const type = oneOf(Object.keys(typeLabels) as Type[], params.get('type'))
  const kind = oneOf(Object.keys(kindLabels) as Kind[], params.get('kind'))
  const texts = textFilters.flatMap((name) => {
    const value = params.get(name)?.trim()
    return value ? [[name, value] as const] : []
  })
  return {
    status: oneOf(views, params.get('status')) ?? 'pending',
    ...(type && { type }),
    ...(kind && { kind }),
    ...Object.fromEntries(texts),
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
