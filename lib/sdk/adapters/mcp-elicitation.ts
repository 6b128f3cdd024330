import type { AskedQuestions, Result } from '@/lib/sdk'
import type { DecideOptions } from './decide'

interface Property {
  type?: string
  title?: string
  description?: string
  enum?: string[]
  enumNames?: string[]
  oneOf?: { const: string; title: string }[]
  items?: { enum?: string[]; anyOf?: { const: string; title: string }[] }
}

/** The parameters of `elicitation/create`. */
type ElicitParams =
  | {
      mode?: 'form' | undefined
      message: string
      requestedSchema: { properties: Record<string, object>; required?: string[] | undefined }
    }
  | { mode: 'url'; message: string; url: string; elicitationId?: string | undefined }

type ElicitValue = string | number | boolean | string[]
/** A type and no interface, as MCP's results may hold more than they say. */
type ElicitResult = {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, ElicitValue>
}

const maxQuestions = 4

/** A client of MCP servers: lets a person answer what a server elicits. */
export function createElicitationHandler(options: Pick<DecideOptions, 'vestra' | 'userId' | 'timeout' | 'signal'>) {
  return async ({ params }: { params: ElicitParams }): Promise<ElicitResult> => {
    const user = options.userId === undefined ? {} : { user_id: options.userId }
    if (params.mode === 'url') return visit(params.message, params.url)
    const properties = Object.entries(params.requestedSchema.properties as Record<string, Property>)
    // A form of more fields than an item has questions cannot be shown whole.
    if (properties.length === 0 || properties.length > maxQuestions) return { action: 'cancel' }
    const handle = await options.vestra.ask.question(
      { summary: oneLine(params.message), questions: properties.map(toQuestion), ...user },
      { signal: options.signal },
    )
    return toElicitResult(await handle.wait(options), properties, params.requestedSchema.required ?? [])

    async function visit(message: string, url: string): Promise<ElicitResult> {
      const handle = await options.vestra.ask.handoff(
        { summary: oneLine(message), instructions: message, browser: { url }, ...user },
        { signal: options.signal },
      )
      const { handoff, decision } = await handle.wait(options)
      if (handoff === 'done') return { action: 'accept' }
      return { action: decision === 'denied' ? 'decline' : 'cancel' }
    }
  }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200) || 'a question'

function labelsOf(property: Property): { label: string; value: string | boolean }[] {
  if (property.type === 'boolean') {
    return [
      { label: 'Yes', value: true },
      { label: 'No', value: false },
    ]
  }
  const titled = property.oneOf ?? property.items?.anyOf
  if (titled) return titled.map(({ const: value, title }) => ({ label: title, value }))
  const values = property.enum ?? property.items?.enum ?? []
  return values.map((value, index) => ({ label: property.enumNames?.[index] ?? value, value }))
}

function toQuestion([name, property]: [string, Property]): AskedQuestions[number] {
  const text = property.description ?? property.title ?? name
  return {
    question: text,
    header: oneLine(property.title ?? name).slice(0, 40),
    options: labelsOf(property).map(({ label }) => ({ label })),
    multi_select: property.type === 'array',
  }
}

function toElicitResult(result: Result, properties: [string, Property][], required: string[]): ElicitResult {
  if (result.decision === 'denied') return { action: 'decline' }
  if (result.decision !== 'answered') return { action: 'cancel' }
  const content: Record<string, ElicitValue> = {}
  for (const [index, [name, property]] of properties.entries()) {
    const answer = result.answers?.[index] ?? ''
    if (answer === '' && !required.includes(name)) continue
    const value = toValue(answer, property)
    // What does not fit the schema is no answer to it.
    if (value === undefined) return { action: 'cancel' }
    content[name] = value
  }
  return { action: 'accept', content }
}

function toValue(answer: string, property: Property): ElicitValue | undefined {
  const labels = labelsOf(property)
  const chosen = labels.find(({ label }) => label === answer)?.value
  switch (property.type) {
    case 'boolean':
      return chosen
    case 'integer':
    case 'number': {
      const number = answer.trim() === '' ? Number.NaN : Number(answer)
      const isWhole = property.type === 'number' || Number.isInteger(number)
      return Number.isFinite(number) && isWhole ? number : undefined
    }
    case 'array': {
      const picked = answer.split(', ').map((each) => labels.find(({ label }) => label === each)?.value)
      return picked.every((value) => typeof value === 'string') ? picked : undefined
    }
    default:
      return labels.length === 0 ? answer : chosen
  }
}
