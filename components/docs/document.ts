/** The parts of an OpenAPI document that the reference shows. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  description?: string
  default?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

interface Media {
  schema: Schema
  examples?: Record<string, { value: unknown }>
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  example?: string
  schema: Schema
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

export interface ApiDocument {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

/** Takes our own document for what it is: what these types say of it, OpenAPI says as well. */
export function asDocument(document: object): ApiDocument {
  return document as ApiDocument
}

export interface Listed {
  method: string
  path: string
  operation: DocumentedOperation
}

export const json = 'application/json'

export function listOperations(document: ApiDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const lastPart = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What a schema stands for, and its name where it has one. */
export function resolve(document: ApiDocument, schema: Schema): { name: string | null; schema: Schema } {
  if (schema.$ref === undefined) return { name: null, schema }
  const name = lastPart(schema.$ref)
  return { name, schema: document.components.schemas[name] ?? {} }
}

export function parametersOf(document: ApiDocument, { parameters }: DocumentedOperation): Parameter[] {
  return parameters.map((each) =>
    each.$ref === undefined ? each : (document.components.parameters[lastPart(each.$ref)] ?? each),
  )
}

const isNull = (schema: Schema) => schema.type === 'null'

/** The type in a few words: `string | null`, `"test" | "live"`, `Amount[]`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  if (schema.$ref !== undefined) return lastPart(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(document, each)).join(' | ')
  if (schema.type === 'array') return `${typeOf(document, schema.items ?? {})}[]`
  if (schema.type === undefined) return 'any JSON'
  return [schema.type].flat().join(' | ')
}

/** The bounds in a few words, such as `1 to 500 characters`. */
export function boundsOf(schema: Schema): string | null {
  const said = schema.anyOf?.find((each) => !isNull(each)) ?? schema
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (max === undefined || max === Number.MAX_SAFE_INTEGER) return min ? `at least ${min}${unit}` : null
    return `${min ? `${min} to ` : 'at most '}${max.toLocaleString('en')}${unit}`
  }
  return (
    range(said.minLength, said.maxLength, ' characters') ??
    range(said.minItems, said.maxItems, ' items') ??
    range(said.minimum, said.maximum, '')
  )
}

/** The schemas whose fields are shown beneath a field of this one. */
export function partsOf(document: ApiDocument, schema: Schema): { name: string | null; schema: Schema }[] {
  const { name, schema: said } = resolve(document, schema)
  if (said.properties) return [{ name, schema: said }]
  if (said.items) return partsOf(document, said.items)
  return (said.anyOf ?? []).flatMap((each) => partsOf(document, each))
}
