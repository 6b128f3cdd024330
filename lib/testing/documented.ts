import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import { findOperation } from '@/lib/rest/handle'
import { openApiDocument } from '@/lib/rest/openapi'

const document = openApiDocument('http://localhost:3000')
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/ } })
ajv.addSchema({ ...document, $id: 'openapi' }, 'openapi')

const compiled = new Map<string, ValidateFunction>()

function validatorAt(pointer: string): ValidateFunction {
  let validate = compiled.get(pointer)
  if (!validate) {
    validate = ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, validate)
  }
  return validate
}

const toPointer = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

/** What is wrong with a value by the schema at a place in our API document, or null. */
export function faultAt(place: readonly string[], value: unknown): string | null {
  const validate = validatorAt(place.map((part) => `/${toPointer(part)}`).join(''))
  return validate(value) ? null : ajv.errorsText(validate.errors, { separator: '\n' })
}

/**
 * Holds a response of ours against the API document.
 * @throws when its status is not documented for the call, or its body breaks the schema
 */
export function assertDocumented(method: string, target: string, answer: { status: number; text: string }): void {
  const operation = findOperation(method, target)
  if (!operation || method === 'HEAD' || answer.status === 304 || !answer.text.startsWith('{')) return
  const name = `${answer.status} of ${operation.id}`
  const responses = document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses ?? {}
  if (!Object.hasOwn(responses, String(answer.status))) throw new Error(`${name} is not in the API document`)
  const place = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(answer.status)]
  const fault = faultAt([...place, 'content', 'application/json', 'schema'], JSON.parse(answer.text))
  if (fault !== null) throw new Error(`${name} breaks the API document:\n${fault}\n${answer.text.slice(0, 2000)}`)
}
