import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { AnyAnswer } from '@/lib/interactions/answer'
import { askSchema } from '@/lib/interactions/ask'
import { Caution } from '@/lib/interactions/cautions/caution'
import { errorCodes } from '@/lib/interactions/errors'
import { Amount, AskedQuestions, AskedRow, Option, Payee, Question, Row, Tool } from '@/lib/interactions/facts'
import { Context, Interaction, Outcome } from '@/lib/interactions/interaction'
import { forms, kindNames, kindSpec } from '@/lib/interactions/kinds'
import { types } from '@/lib/interactions/kinds/define'
import { decisions, statuses } from '@/lib/interactions/status'
import { KeyBody, PersonBody, PersonChange } from '@/lib/services/administration'
import { ConnectionBody } from '@/lib/services/connections'
import { RemoteAgentBody } from '@/lib/services/remote-agents'
import { SessionBody } from '@/lib/services/sessions'
import { ConversationBody, TaskBody } from '@/lib/services/tasks'
import { WebhookEndpointBody } from '@/lib/services/webhooks'
import { askNameOf } from './ask-name'
import { operations } from './operations'

const file = 'lib/sdk/types.ts'

const enums: Record<string, readonly string[]> = {
  Kind: kindNames,
  Type: types,
  Status: statuses,
  Decision: decisions,
  ErrorCode: errorCodes,
}

/** What the server sends. */
const outputs: Record<string, z.ZodType> = {
  Row,
  Amount,
  Payee,
  Option,
  Question,
  Outcome,
  Caution,
  Context,
  Interaction,
}

/** Replies of the API, by the id they have in its documents. */
const replyNames = [
  'Answered',
  'InteractionResult',
  'InteractionVerification',
  'Event',
  'Session',
  'UserLink',
  'Connection',
  'Conversation',
  'Task',
  'ApiKey',
  'Person',
  'WebhookEndpoint',
  'WebhookDelivery',
  'Activity',
  'OpenCounts',
  'RemoteAgent',
]
for (const name of replyNames) outputs[name] = replySchema(name)

function replySchema(name: string): z.ZodType {
  for (const { doc } of operations) {
    for (const [schema] of Object.values(doc.replies)) {
      const item = schema instanceof z.ZodObject && schema.shape.data instanceof z.ZodArray && schema.shape.data.element
      for (const each of [schema, item]) if (each instanceof z.ZodType && each.meta()?.id === name) return each
    }
  }
  throw new Error(`no operation replies with ${name}`)
}

/** What a client sends. */
const inputs: Record<string, z.ZodType> = {
  Tool,
  AskedRow,
  AskedQuestions,
  Answer: AnyAnswer,
  SessionBody,
  ConnectionBody,
  ConversationBody,
  TaskBody,
  KeyBody,
  PersonBody,
  RemoteAgentBody,
  PersonChange,
  WebhookEndpointBody,
}

type Schema = z.core.JSONSchema.JSONSchema & { 'x-name'?: string; $ref?: string }

const names = new Map<z.core.$ZodType, string>(
  Object.entries({ ...outputs, ...inputs }).map(([name, schema]) => [schema, name]),
)

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const name = names.get(zodSchema)
      if (name !== undefined) jsonSchema['x-name'] = name
    },
  }) as Schema
  const definition = nameOf(converted.$ref)
  return definition === undefined ? converted : (converted.$defs?.[definition] as Schema)
}

function toType(schema: Schema | boolean, name?: string): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never'
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const known = schema['x-name'] ?? nameOf(schema.$ref)
  if (known !== undefined && known !== name) return known
  if (schema.enum) return enumType(schema.enum as string[])
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map((each) => toType(each as Schema)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectType(schema)
    case 'array':
      return `Array<${toType((schema.items ?? true) as Schema)}>`
    case undefined:
      return 'unknown'
    default:
      return [schema.type].flat().map(primitive).join(' | ')
  }
}

const primitive = (type: string) => (type === 'integer' ? 'number' : type)

/** `Interaction` of `#/$defs/Interaction`. */
const nameOf = (reference: string | undefined) => reference?.split('/').at(-1)

function enumType(values: readonly string[]): string {
  const known = Object.entries(enums).find(([, each]) => each.join() === values.join())
  return known ? known[0] : values.map((value) => JSON.stringify(value)).join(' | ')
}

function objectType(schema: Schema): string {
  if (!schema.properties) return `Record<string, ${toType((schema.additionalProperties ?? true) as Schema)}>`
  const members = Object.entries(schema.properties).map(([name, property]) => {
    const isRequired = schema.required?.includes(name)
    const comment = typeof property === 'object' && property.description ? `/** ${property.description} */\n` : ''
    const type = toType(property as Schema)
    const mayBeAbsent = isRequired || type === 'unknown' ? '' : ' | undefined'
    return `${comment}${name}${isRequired ? '' : '?'}: ${type}${mayBeAbsent}`
  })
  return `{\n${members.join('\n')}\n}`
}

function declare(name: string, schema: Schema, parent?: string): string {
  const text = toType(schema, name)
  if (!schema.properties) return `export type ${name} = ${text}`
  return `export interface ${name}${parent ? ` extends ${parent}` : ''} ${text}`
}

const asks = forms.map(({ kind, type, form }) => ({
  kind,
  type,
  name: askNameOf({ kind, type }),
  schema: toSchema(askSchema(form), 'input'),
}))

function having(schema: Schema, isWanted: (name: string) => boolean): Schema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => isWanted(name))
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Every form has these, whatever its kind. The kind is said by the place in the table. */
const [first] = asks
const isShared = (name: string) => asks.every(({ schema }) => Object.hasOwn(schema.properties ?? {}, name))
const isChoice = (name: string) => name === 'kind' || name === 'type'

/** What only this form has, and its type, which may be left out where it is what the kind means without one. */
function ownPart({ kind, type, schema }: (typeof asks)[number]): Schema {
  const own = having(schema, (name) => !isShared(name))
  const isDefault = kindSpec(kind).defaultType === type
  const required = [...(schema.required ?? []), ...(isDefault ? [] : ['type'])]
  return { ...own, required, properties: { type: { const: type }, ...own.properties } }
}

const common = first ? having(first.schema, (name) => isShared(name) && !isChoice(name)) : {}

function formsType(): string {
  const kinds = kindNames.map((kind) => {
    const own = asks.filter((each) => each.kind === kind).map(({ type, name }) => `${type}: ${name}`)
    return `${kind}: { ${own.join('; ')} }`
  })
  return `/** Every way to ask: by kind, then by type. */\nexport interface AskForms {\n${kinds.join('\n')}\n}`
}

const sections = [
  '// Written from the schemas of the domain by `npm run generate`. Do not edit.',
  ...Object.entries(enums).map(
    ([name, values]) => `export type ${name} = ${values.map((value) => JSON.stringify(value)).join(' | ')}`,
  ),
  ...Object.entries(outputs).map(([name, schema]) => declare(name, toSchema(schema, 'output'))),
  ...Object.entries(inputs).map(([name, schema]) => declare(name, toSchema(schema, 'input'))),
  declare('AskCommon', common),
  ...asks.map((each) => declare(each.name, ownPart(each), 'AskCommon')),
  formsType(),
]

writeFileSync(file, `${sections.join('\n\n')}\n`)
const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', file]
const { status } = spawnSync(process.execPath, biome, { stdio: 'inherit' })
if (status !== 0) process.exit(1)
