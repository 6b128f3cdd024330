import { createHash } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { type EarlierName, type KnownName, namesToKnow } from '@/lib/interactions/cautions/known-names'
import { skeletonOf } from '@/lib/interactions/cautions/skeleton'
import type { Item } from '@/lib/interactions/item'
import { toItem } from './item-rows'
import { type Command, type Driver, insertInto, query, queryOne, type Statement, statement } from './sql'

/** Enough to tell who was first and whether there was a yes; an agent that makes up more of them only adds warnings. */
const mostAlike = 50
const mostRemembered = 10_000

const hashOf = (...parts: (string | null)[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

type Owner = Pick<Item, 'mode' | 'userId'>

/** A name may be longer than an index takes, its hash never is. */
const idOf = ({ mode, userId }: Owner, { place, name, account }: KnownName) =>
  hashOf(mode, userId, place, name, account)
const skeletonOfName = ({ mode, userId }: Owner, { place, name }: KnownName) =>
  hashOf(mode, userId, place, skeletonOf(name))

const namesOf = (item: Item) => namesToKnow(item, domainToUnicode)

/** The names that this process knows to be in the store for good, so that a usual open need not write them again. */
export class RememberedNames {
  readonly #keys = new Set<string>()

  has(item: Item, name: KnownName): boolean {
    return this.#keys.has(keyOf(item, name))
  }

  /** Call it when the item's opening is durable. */
  add(item: Item): void {
    if (this.#keys.size > mostRemembered) this.#keys.clear()
    for (const name of namesOf(item)) this.#keys.add(keyOf(item, name))
  }
}

const keyOf = ({ mode, userId }: Owner, { place, name, account }: KnownName) =>
  `${mode}\0${userId ?? ''}\0${place}\0${name}\0${account}`

function toRow(item: Item, name: KnownName) {
  return {
    ...name,
    id: idOf(item, name),
    mode: item.mode,
    user_id: item.userId,
    skeleton: skeletonOfName(item, name),
    first_at: item.createdAtMs,
    approved_at: null,
  }
}

/** Inserts in one order for all, so that two opens never wait for one another in a circle. */
function inserts(item: Item, names: KnownName[], suffix: string): Statement[] {
  return names
    .map((name) => toRow(item, name))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((row) => insertInto('known_name', row, suffix))
}

/** Writes the names of a new item that were never met before (S29). */
export function rememberNames(item: Item, remembered: RememberedNames): Statement[] {
  const isNew = (name: KnownName) => !remembered.has(item, name)
  return inserts(item, namesOf(item).filter(isNew), ' ON CONFLICT DO NOTHING')
}

/** Notes that somebody said yes to the payee of an item. */
export function approveNames(item: Item, atMs: number): Statement[] {
  if (item.decision !== 'approved') return []
  return namesOf(item)
    .filter(({ place }) => place === 'payee')
    .map((name) =>
      statement('UPDATE known_name SET approved_at = ? WHERE id = ? AND approved_at IS NULL', atMs, idOf(item, name)),
    )
}

const progress = 'names_adopted_to'
const isDone = 'all'
const batch = 500

/** Remembers the names of items that are older than this memory, one batch. @returns whether there may be more */
export function* adoptNames(): Command<boolean> {
  const known = yield* queryOne('SELECT value FROM setting WHERE name = ?', progress)
  if (known?.value === isDone) return false
  const rows = yield* query(
    'SELECT * FROM interaction WHERE id > ? ORDER BY id LIMIT ?',
    String(known?.value ?? ''),
    batch,
  )
  const items = rows.map(toItem)
  const isMore = items.length === batch
  const last = isMore ? items.at(-1)?.id : undefined
  yield [
    ...items.flatMap((item) => [...adopted(item), ...approveNames(item, item.resolvedAtMs ?? item.createdAtMs)]),
    insertInto(
      'setting',
      { name: progress, value: last ?? isDone },
      ' ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ),
  ]
  return isMore
}

function adopted(item: Item): Statement[] {
  const earliest =
    ' ON CONFLICT (id) DO UPDATE SET first_at = excluded.first_at WHERE known_name.first_at > excluded.first_at'
  return inserts(item, namesOf(item), earliest)
}

/** For each name of an item all that look like it to the item's user, the earliest first. */
export function readAlike(driver: Driver, item: Item): Promise<{ name: KnownName; alike: EarlierName[] }[]> {
  return Promise.all(
    namesOf(item).map(async (name) => {
      const rows = await driver.read(
        'SELECT name, account, approved_at FROM known_name WHERE skeleton = ? ORDER BY first_at, id LIMIT ?',
        skeletonOfName(item, name),
        mostAlike,
      )
      const alike = rows.map((row) => ({
        place: name.place,
        name: String(row.name),
        account: String(row.account),
        isApproved: row.approved_at !== null,
      }))
      return { name, alike }
    }),
  )
}
