import type { Amount, Payee, Row } from '@/lib/interactions/facts'
import type { Interaction, Type } from '@/lib/interactions/interaction'

/** The named facts of an item, read with care: `details` is an open map, and a custom one is the asker's own. */
export interface Details {
  amount: Amount | null
  payee: Payee | null
  rows: Row[]
  toolName: string | null
  server: string | null
  reason: string | null
  action: string | null
  plan: string | null
  steps: string[]
  app: string | null
  renderer: string | null
  planName: string | null
  limit: number | null
  used: number | null
  asksForValue: boolean
  /** The asker's own facts of a custom item, one row for each leaf, so that none stays unseen. */
  others: Row[]
}

type Map = Record<string, unknown>

const isMap = (value: unknown): value is Map => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : null)
const number = (value: unknown) => (typeof value === 'number' ? value : null)
const texts = (value: unknown) => (Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : [])

function readAmount(value: unknown): Amount | null {
  if (!isMap(value) || typeof value.value !== 'string' || typeof value.currency !== 'string') return null
  return { value: value.value, currency: value.currency }
}

function readPayee(value: unknown): Payee | null {
  if (!isMap(value) || typeof value.name !== 'string') return null
  return { name: value.name, ...(typeof value.id === 'string' && { id: value.id }) }
}

function isRow(value: unknown): value is Row {
  return isMap(value) && typeof value.label === 'string' && typeof value.value === 'string'
}

const readRows = (value: unknown): Row[] | null => (Array.isArray(value) && value.every(isRow) ? value : null)

/** A key that nobody could see is quoted, so that what stands under it has a name. */
const nameOf = (key: string) =>
  /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u.test(key) ? key : JSON.stringify(key)

function leavesOf(value: unknown, path: string): Row[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((each, index) => leavesOf(each, `${path}[${index}]`))
  }
  if (isMap(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path ? `${path}.${nameOf(key)}` : nameOf(key)))
  }
  return [{ label: path, value: typeof value === 'string' ? value : JSON.stringify(value) }]
}

/** What the server fills in itself beside the asker's own facts of a custom item. */
const filledIn: Record<Type, readonly string[]> = {
  approval: ['amount', 'payee'],
  question: [],
  connect: [],
  handoff: ['asks_for_value'],
  tool_call: [],
}

/** A custom item names its renderer; only the facts that the server fills in itself are taken for facts. */
function readCustom({ renderer, ...details }: Map, type: Type): Partial<Details> {
  const isFilledIn = (name: string) => filledIn[type].includes(name)
  const rows = readRows(details.rows)
  const own = Object.entries(details).filter(([name]) => !isFilledIn(name) && !(name === 'rows' && rows))
  return {
    renderer: text(renderer),
    amount: isFilledIn('amount') ? readAmount(details.amount) : null,
    payee: isFilledIn('payee') ? readPayee(details.payee) : null,
    rows: rows ?? [],
    asksForValue: isFilledIn('asks_for_value') && details.asks_for_value === true,
    others: own.flatMap(([name, value]) => leavesOf(value, nameOf(name))),
  }
}

function readKnown(details: Map): Partial<Details> {
  return {
    amount: readAmount(details.amount),
    payee: readPayee(details.payee),
    rows: readRows(details.rows) ?? [],
    toolName: text(details.tool_name),
    server: text(details.server),
    reason: text(details.reason),
    action: text(details.action),
    plan: text(details.plan),
    steps: texts(details.steps),
    app: text(details.app),
    planName: text(details.plan_name),
    limit: number(details.limit),
    used: number(details.used),
    asksForValue: details.asks_for_value === true,
  }
}

const nothing: Details = {
  amount: null,
  payee: null,
  rows: [],
  toolName: null,
  server: null,
  reason: null,
  action: null,
  plan: null,
  steps: [],
  app: null,
  renderer: null,
  planName: null,
  limit: null,
  used: null,
  asksForValue: false,
  others: [],
}

export function readDetails({ details, type }: Pick<Interaction, 'details' | 'type'>): Details {
  const isCustom = typeof details.renderer === 'string' && details.renderer !== 'tool_call'
  return { ...nothing, ...(isCustom ? readCustom(details, type) : readKnown(details)) }
}
