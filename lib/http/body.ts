import { InteractionError } from '@/lib/interactions/errors'
import { type JsonObject, readJsonObject } from '@/lib/interactions/json-text'

export interface BodyRule {
  /** Whether the call works without a body. */
  optional?: true
  /** In bytes. */
  limit: number
  /** Members whose text may hold anything that JSON can say (C31). */
  exempt?: readonly string[]
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function isJsonType(header: string | null): boolean {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim())
  if (type.toLowerCase() !== 'application/json') return false
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim().toLowerCase())
    return name !== 'charset' || value.replace(/^"(.*)"$/, '$1') === 'utf-8'
  })
}

function wrongType() {
  return new InteractionError(
    'unsupported_media_type',
    'Content-Type: must be application/json, with charset utf-8 or none.',
    { param: 'Content-Type' },
  )
}

function assertPlain({ headers }: Request) {
  if ((headers.get('Content-Encoding') ?? 'identity').toLowerCase() === 'identity') return
  throw new InteractionError('unsupported_media_type', 'Content-Encoding: send the body as it is, uncompressed.', {
    param: 'Content-Encoding',
  })
}

function tooLarge(limit: number) {
  return new InteractionError('body_too_large', `The body is larger than ${limit} bytes.`, { details: { limit } })
}

export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = request.headers.get('Content-Length')
  if (announced !== null && Number(announced) > limit) throw tooLarge(limit)
  if (announced !== null) {
    // The server's parser lets no more through than was announced; a caller in this process may have lied.
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.length > limit) throw tooLarge(limit)
    return bytes
  }
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > limit) {
      await reader.cancel().catch(() => {})
      throw tooLarge(limit)
    }
    chunks.push(read.value)
  }
  return Buffer.concat(chunks, length)
}

const isEmpty = (request: Request) =>
  readBytes(request, 0).then(
    () => true,
    () => false,
  )

/**
 * Reads a JSON body: type, size, UTF-8, JSON, text, in this order (contract section 9, C27-C30).
 * @returns null when the call works without a body and none was sent
 * @throws unsupported_media_type, body_too_large, invalid_json, invalid_request, invalid_text
 */
export async function readBody(request: Request, rule: BodyRule): Promise<JsonObject | null> {
  const isJson = isJsonType(request.headers.get('Content-Type'))
  if (!isJson && !(rule.optional && (await isEmpty(request)))) throw wrongType()
  assertPlain(request)
  const bytes = isJson ? await readBytes(request, rule.limit) : new Uint8Array()
  if (rule.optional && bytes.length === 0) return null
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new InteractionError('invalid_json', 'The body is not valid UTF-8.')
  }
  return readJsonObject(text, rule.exempt)
}
