import { type ApiDocument, json, type Listed, parametersOf } from './document'

/** Whether a program can make the call at all, or only the inbox for a signed-in person. */
export function isForPrograms({ operation }: Listed): boolean {
  return operation.security.some((each) => !('person' in each))
}

/** The call as a command line, in the style of the reference. */
export function toCurl(document: ApiDocument, listed: Listed, body: unknown): string {
  const { method, path, operation } = listed
  const examples = new Map(parametersOf(document, operation).map(({ name, example }) => [name, example ?? name]))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => examples.get(name) ?? name)
  const hasBody = body !== undefined && operation.requestBody?.content[json] !== undefined
  const isPlain = method === 'GET' || (method === 'POST' && hasBody)
  const lines = [
    `curl ${isPlain ? '' : `-X ${method} `}"$VESTRA_BASE_URL${filled}"`,
    '-H "Authorization: Bearer $VESTRA_API_KEY"',
    ...(hasBody
      ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]
      : []),
  ]
  return lines.join(' \\\n  ')
}
