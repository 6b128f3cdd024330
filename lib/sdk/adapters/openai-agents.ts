import { type DecideOptions, decideAll, type HeldCall } from './decide'

/** A tool call that `run` stopped at. */
interface Interruption {
  name?: string | undefined
  arguments?: string | undefined
  rawItem: object
}

interface Interrupted<Item, State> {
  interruptions?: Item[] | undefined
  state: State & {
    approve(item: Item): unknown
    reject(item: Item, options: { message: string }): unknown
  }
}

/**
 * OpenAI Agents SDK: asks a person about every interruption and puts the answers into the state.
 * @returns the state to run the agent again with, or null when the run was not interrupted
 */
export async function settleInterruptions<Item extends Interruption, State>(
  { interruptions = [], state }: Interrupted<Item, State>,
  options: DecideOptions,
): Promise<Interrupted<Item, State>['state'] | null> {
  if (interruptions.length === 0) return null
  const verdicts = await decideAll(interruptions.map(toCall), options)
  for (const [index, item] of interruptions.entries()) {
    const verdict = verdicts[index]
    if (verdict?.approved) state.approve(item)
    else state.reject(item, { message: verdict?.message ?? 'Denied.' })
  }
  return state
}

function toCall({ name, arguments: text, rawItem }: Interruption): HeldCall {
  const { callId, id } = rawItem as { callId?: string; id?: string }
  return { name: name ?? 'a tool', arguments: parse(text), id: callId ?? id }
}

function parse(text: string | undefined): unknown {
  if (text === undefined || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return { arguments: text }
  }
}
