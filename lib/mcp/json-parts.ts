import { type JsonObject, readJsonObject } from '@/lib/interactions/json-text'

/** An object of some members of another, each as the text that was sent, and of further values. */
export function pickMembers(
  from: JsonObject,
  names: readonly string[],
  further: Record<string, unknown> = {},
): JsonObject {
  const picked = names.flatMap((name) => {
    const raw = from.rawMember(name)
    return raw === undefined ? [] : [`${JSON.stringify(name)}:${raw}`]
  })
  const added = Object.entries(further)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return readJsonObject(`{${[...picked, ...added].join(',')}}`, ['output'])
}
