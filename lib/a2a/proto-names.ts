/** Members whose content is the sender's own, so that its names are left alone. */
const opaque = new Set(['metadata', 'data'])

const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

/** ProtoJSON readers take the names of the proto file, such as `task_id`, beside those in camel case. */
export function withProtoNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withProtoNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      toCamelCase(name),
      opaque.has(name) ? member : withProtoNames(member),
    ]),
  )
}
