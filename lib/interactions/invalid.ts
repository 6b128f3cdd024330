import { distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { InteractionError } from './errors'

/** `questions[0].options[1].label` */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text ? `${text}.${String(part)}` : String(part)
  }, '')
}

function toSnakeCase(name: string) {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The refusal of a name nobody knows, with the nearest known one (contract A22). */
export function unknownParameter(name: string, known: readonly string[], path: readonly PropertyKey[] = []) {
  const param = formatPath([...path, name])
  const snake = toSnakeCase(name)
  const nearest = known
    .map((candidate) => ({ candidate, steps: distance(candidate, snake) }))
    .sort((a, b) => a.steps - b.steps)[0]
  const hint = nearest && nearest.steps <= 2 ? ` Did you mean \`${nearest.candidate}\`?` : ''
  return new InteractionError('unknown_parameter', `${param}: is not a known parameter.${hint}`, { param })
}

/** The names that an object inside a schema knows, found by the path of a fault. */
function knownAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let current: z.ZodType = schema
  for (const part of [...path, null]) {
    while ('unwrap' in current && !('element' in current)) current = (current as z.ZodOptional<z.ZodType>).unwrap()
    if (part === null) break
    const inner: z.ZodType | undefined =
      typeof part === 'number'
        ? (current as Partial<z.ZodArray<z.ZodType>>).element
        : (current as Partial<z.ZodObject<Record<string, z.ZodType>>>).shape?.[String(part)]
    if (!inner) return []
    current = inner
  }
  return Object.keys((current as Partial<z.ZodObject>).shape ?? {})
}

/** The first fault that a schema found, as an error that names the field and the rule (contract C2). */
function toInvalidRequest(schema: z.ZodType, error: z.ZodError): InteractionError {
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys')
  const issue = unknown ?? error.issues[0]
  if (!issue) return new InteractionError('invalid_request', 'The request is not valid.')
  if (issue.code === 'unrecognized_keys') {
    return unknownParameter(issue.keys[0] ?? '', knownAt(schema, issue.path), issue.path)
  }
  const param = formatPath(issue.path)
  const isText = issue.code === 'custom' && issue.params?.code === 'invalid_text'
  const rule = issue.message.replace(/^Invalid input: /, '')
  return new InteractionError(isText ? 'invalid_text' : 'invalid_request', `${param || 'body'}: ${rule}.`, {
    ...(param && { param }),
  })
}

/** Reads a value by a schema or throws the error of `toInvalidRequest`. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw toInvalidRequest(schema, parsed.error)
  return parsed.data
}
