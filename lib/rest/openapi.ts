import { z } from 'zod'
import type { Operation } from '@/lib/http/endpoint'
import { httpErrors } from '@/lib/http/error-table'
import { type Example, tags } from '@/lib/http/operation-doc'
import { refuseWrite } from '@/lib/http/refuse-write'
import { type ErrorCode, errorCodes } from '@/lib/interactions/errors'
import type { Access } from '@/lib/services/access'
import { currentApp } from '@/lib/services/app'
import type { App } from '@/lib/services/context'
import { overrideHeader } from '@/lib/services/reply'
import { ids } from './examples'
import { operations } from './operations'

type Schema = Record<string, unknown>

const ErrorBody = z
  .strictObject({
    error: z.strictObject({
      type: z.enum([...new Set(Object.values(httpErrors).map(({ type }) => type))] as [string, ...string[]]),
      code: z.enum(errorCodes).meta({ description: 'The stable word to act on.' }),
      message: z.string().meta({ description: 'For a person: which rule, and how to satisfy it.' }),
      param: z.string().optional().meta({ description: 'The field at fault.' }),
      details: z.record(z.string(), z.unknown()).optional(),
      doc_url: z.string().meta({ description: 'What the code means and what to do.' }),
      request_id: z.string(),
    }),
  })
  .meta({ id: 'Error' })

const description = `What AI agents wait on (approvals, questions, apps to connect, hand-offs, calls to client tools) and the answers.

**Credentials.** Send \`Authorization: Bearer vk_test_…\` (or \`vk_live_…\`) with a key of the scope that the operation names. Keys of the two modes live in separate worlds. A user's own page uses a session's token (\`vst_…\`); the inbox uses the cookie of the signed-in person, from our own pages alone.

**Repeats.** Where \`Idempotency-Key\` is taken, the same key with the same request gets the same reply for 24 hours, with \`Idempotent-Replayed: true\`.

**Errors** are \`{error: {type, code, message, …}}\`. Things of others answer exactly as things that do not exist: \`404 not_found\`. Every response has \`X-Request-Id\`.

**Limits** are told in \`RateLimit\` and \`RateLimit-Policy\`. Lengths of texts count Unicode code points. A name that the API does not know is refused, in the query as in the body.`

const pathParameters: Record<string, { description: string; example: string }> = {
  interaction_id: { description: '`int_…`, or `call_…` for a call to a client tool.', example: ids.payment },
  task_id: { description: '`task_…`', example: ids.task },
  session_id: { description: '`ses_…`', example: ids.session },
  connection_id: { description: '`cnx_…`', example: ids.connection },
  user_id: { description: "The integrator's id for the user.", example: ids.user },
  key_id: { description: '`key_…`', example: ids.key },
  person_id: { description: '`per_…`', example: ids.person },
  endpoint_id: { description: '`whe_…`', example: ids.endpoint },
  delivery_id: { description: '`whd_…`', example: ids.delivery },
  subscription_id: { description: '`psb_…`', example: ids.subscription },
  remote_agent_id: { description: '`rag_…`', example: 'rag_01m8pjajkte8j82qd927wxcg56' },
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key retries the call safely for 24 hours.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  OverrideReason: {
    name: overrideHeader,
    in: 'header',
    description:
      'Why an admin answers for the user, who will read it: 1 to 500 characters as percent-encoded UTF-8. Only with the answer of a signed-in admin to an item of another user; from anyone else it is a 400. An answer without it is an override without a reason. It is a part of the request: the same `Idempotency-Key` with another reason is a 422.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'On a stream: the id of the last event that was seen.',
    schema: { type: 'string' },
  },
}

const headers = {
  RequestId: { description: 'Names this request when you ask about it.', schema: { type: 'string' } },
  IdempotentReplayed: { description: '`true` on a reply that was kept under the key.', schema: { type: 'string' } },
}

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `vk_test_…` or `vk_live_…`, of scope `ask`, `runtime` or `all`.',
  },
  sessionToken: { type: 'http', scheme: 'bearer', description: "A session's token: `vst_…`, for one user's items." },
  person: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description: 'A person who is signed in to the inbox, as `user` or `admin`.',
  },
}

/** Schemas by name, gathered while the parts that refer to them are converted. */
class Components {
  readonly schemas: Record<string, Schema> = {}

  /** zod's own conversion; what has an id becomes a component. */
  convert(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const { $schema: _, $defs = {}, ...own } = toJsonSchema(schema, io)
    for (const [name, definition] of Object.entries($defs as Record<string, Schema>)) {
      const { id: __, ...rest } = definition
      const known = this.schemas[name]
      if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
        throw new Error(`${name} is the id of two schemas, or differs between what is sent and what comes back`)
      }
      this.schemas[name] = rest
    }
    return own
  }
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const converted = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // The format says it; the pattern that zod adds is longer than all the rest.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
    },
  })
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema
}

/** Who may call, as OpenAPI says it: alternatives, with the scopes or roles of each. */
function securityOf(access: Access): Record<string, string[]>[] {
  const scopes = (['ask', 'runtime', 'all'] as const).filter((scope) => access[scope] !== false)
  const roles = (['user', 'admin'] as const).filter((role) => access[role] !== false)
  return [
    ...scopes.map((scope) => ({ apiKey: [scope] })),
    ...(access.session === false ? [] : [{ sessionToken: [] }]),
    ...roles.map((role) => ({ person: [role] })),
  ]
}

/** Every code the operation can answer: those of its row's rules, and its verb's own. */
function errorsOf(operation: Operation): ErrorCode[] {
  const { access, body, doc, idempotent, path, query } = operation
  const codes: ErrorCode[] = [
    'invalid_request',
    'invalid_text',
    'unknown_parameter',
    'unauthenticated',
    'invalid_credentials',
    'session_expired',
    'insufficient_scope',
    'origin_not_allowed',
    'rate_limited',
    'internal_error',
    'unavailable',
  ]
  if (access.session === false) codes.push('session_not_allowed')
  if (path.includes('{')) codes.push('not_found')
  if (Object.hasOwn(query.shape, 'cursor')) codes.push('invalid_cursor')
  if (body) codes.push('invalid_json', 'body_too_large', 'unsupported_media_type')
  if (idempotent) codes.push('invalid_idempotency_key', 'idempotency_key_reused')
  const all = new Set([...codes, ...(doc.errors ?? [])])
  return errorCodes.filter((code) => all.has(code))
}

function errorResponses(operation: Operation): Record<string, unknown> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(operation)) {
    const { status } = httpErrors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(', '),
        headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { properties: { error: { properties: { code: { enum: codes } } } } },
              ],
            },
          },
        },
      },
    ]),
  )
}

const firstStatus = (operation: Operation) => Math.max(...Object.keys(operation.doc.replies).map(Number))

/** The status that an example gets. */
export function statusOf(operation: Operation, example: Example): number {
  return example.status ?? firstStatus(operation)
}

function examplesOf(operation: Operation, pick: (example: Example) => unknown) {
  const picked = Object.entries(operation.doc.examples).flatMap(([name, example]) => {
    const value = pick(example)
    return value === undefined ? [] : [[name, { value }] as const]
  })
  return picked.length === 0 ? {} : { examples: Object.fromEntries(picked) }
}

function successResponses(operation: Operation, components: Components): Record<string, unknown> {
  const { doc, idempotent } = operation
  return Object.fromEntries(
    Object.entries(doc.replies).map(([status, [schema, says]]) => [
      status,
      {
        description: says,
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          ...(idempotent && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
        },
        content: {
          'application/json': {
            schema: components.convert(schema, 'output'),
            ...examplesOf(operation, (example) =>
              statusOf(operation, example) === Number(status) ? example.reply : undefined,
            ),
          },
          ...(doc.streams && { 'text/event-stream': { schema: { type: 'string' } } }),
        },
      },
    ]),
  )
}

function parametersOf(operation: Operation, components: Components): unknown[] {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const inPath = names.map((name) => {
    const known = pathParameters[name]
    if (!known) throw new Error(`${name} is in a path and not described`)
    return { name, in: 'path', required: true, ...known, schema: { type: 'string' } }
  })
  const { properties = {} } = components.convert(operation.query, 'input') as {
    properties?: Record<string, Schema>
  }
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }))
  return [
    ...inPath,
    ...inQuery,
    ...(operation.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(operation.overridable ? [{ $ref: '#/components/parameters/OverrideReason' }] : []),
    ...(operation.doc.streams ? [{ $ref: '#/components/parameters/LastEventId' }] : []),
  ]
}

function operationObject(operation: Operation, components: Components) {
  const { body, doc } = operation
  const content = doc.body && {
    'application/json': {
      schema: components.convert(doc.body, 'input'),
      ...examplesOf(operation, (example) => example.body),
    },
  }
  return {
    operationId: operation.id,
    tags: [doc.tag],
    summary: doc.summary,
    ...(doc.description !== undefined && { description: doc.description }),
    security: securityOf(operation.access),
    parameters: parametersOf(operation, components),
    ...(content && { requestBody: { required: body?.optional !== true, content } }),
    responses: { ...successResponses(operation, components), ...errorResponses(operation) },
  }
}

/** The whole API as an OpenAPI 3.1 document (C23), made of the operations table and nothing else. */
export function openApiDocument(publicUrl: string) {
  const components = new Components()
  const paths: Record<string, Record<string, ReturnType<typeof operationObject>>> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, components),
    }
  }
  components.convert(ErrorBody, 'output')
  const schemas = Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vestra Inbox API',
      version: '1',
      summary: 'The open, self-hosted approval inbox for AI agents.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, says]) => ({ name, description: says })),
    paths,
    components: { schemas, parameters, headers, securitySchemes },
  }
}

let made: { publicUrl: string; document: ReturnType<typeof openApiDocument>; text: string } | undefined

function documentOf({ config: { publicUrl } }: Pick<App, 'config'>) {
  if (made?.publicUrl !== publicUrl) {
    const document = openApiDocument(publicUrl)
    made = { publicUrl, document, text: JSON.stringify(document) }
  }
  return made
}

/** The document of this deployment, for its pages. */
export async function openApi() {
  return documentOf(await currentApp()).document
}

/** Serves the document to anyone, also to pages of other origins. */
export function serveOpenApi(app: App, request: Request): Response {
  const refusal = refuseWrite(app, request)
  if (refusal) return refusal
  return new Response(request.method === 'HEAD' ? null : documentOf(app).text, {
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
      'Access-Control-Allow-Origin': '*',
    },
  })
}
