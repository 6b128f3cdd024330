import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '@/lib/rest/openapi'
import { toCurl } from './curl'
import { asDocument, listOperations } from './document'
import { OperationPage } from './operation-page'
import { Overview } from './overview'

const document = asDocument(openApiDocument('https://inbox.example.com'))
const operations = listOperations(document)
const pageOf = (id: string) => {
  const listed = operations.find(({ operation }) => operation.operationId === id)
  if (!listed) throw new Error(`no operation ${id}`)
  return { listed, html: renderToStaticMarkup(<OperationPage document={document} listed={listed} />) }
}

describe('the reference', () => {
  test('leads to every operation', () => {
    const html = renderToStaticMarkup(<Overview document={document} />)
    for (const { operation } of operations) expect(html).toContain(`href="/docs/${operation.operationId}"`)
  })

  test.each(operations.map(({ operation }) => operation.operationId))('%s has a page', (id) => {
    const { html, listed } = pageOf(id)
    expect(html).toContain(listed.path)
    expect(html).toContain('href="/errors/rate_limited"')
    expect(html).not.toMatch(/\[object Object\]|undefined|Docs\./)
  })

  test('shows the fields of a request, with their bounds, and what an answer holds', () => {
    const { html } = pageOf('openInteraction')
    for (const field of ['summary', 'external_id', 'moves_money', 'instructions', 'plan_name']) {
      expect(html).toContain(`>${field}</code>`)
    }
    expect(html).toContain('1 to 200 characters')
    expect(html).toContain('requires_present_user')
  })

  test('writes a call as the API takes it', () => {
    const { listed } = pageOf('answerInteraction')
    expect(toCurl(document, listed, { approve: false, message: "it's late" })).toBe(
      [
        'curl "$VESTRA_BASE_URL/v1/interactions/int_01m8pjajjte8j82qaxsswg9v1r/answer"',
        '-H "Authorization: Bearer $VESTRA_API_KEY"',
        '-H "Content-Type: application/json"',
        `-d '{\n  "approve": false,\n  "message": "it'\\''s late"\n}'`,
      ].join(' \\\n  '),
    )
    expect(toCurl(document, pageOf('deleteSession').listed, undefined)).toMatch(/^curl -X DELETE "/)
  })
})
