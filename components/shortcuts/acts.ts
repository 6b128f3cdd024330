/** Every act of the inbox that has a key, in the order in which the sheet and the palette list them. */
export const actKeys = {
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  search: ['/'],
  inbox: ['g', 'i'],
  done: ['g', 'd'],
  snooze: ['e'],
  select: ['x'],
  approve: ['a'],
  deny: ['d'],
  option: ['1-9'],
  submit: ['Ctrl', 'Enter'],
  undo: ['u'],
  palette: ['Ctrl', 'K'],
  help: ['?'],
} as const

export type ActName = keyof typeof actKeys

export const actNames = Object.keys(actKeys) as ActName[]

/** What can be done from anywhere; the rest needs a field that has the focus. */
export type Act = Exclude<ActName, 'option' | 'submit'>

/** What each act does; false when it is not possible now. */
export type Acts = Record<Act, () => boolean>

export const isAct = (name: ActName): name is Act => name !== 'option' && name !== 'submit'

const singleKeys: Record<string, Act> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  '/': 'search',
  e: 'snooze',
  x: 'select',
  a: 'approve',
  d: 'deny',
  u: 'undo',
  '?': 'help',
}
const afterG: Record<string, Act> = { i: 'inbox', d: 'done' }

export type Keyed = { act: Act } | { prefix: true } | { option: string } | null

/** What a key means, with the `g` before it or without. */
export function readKey(key: string, isAfterG: boolean): Keyed {
  const act = isAfterG ? afterG[key] : singleKeys[key]
  if (act) return { act }
  if (isAfterG) return null
  if (key === 'g') return { prefix: true }
  return /^[1-9]$/.test(key) ? { option: key } : null
}
