import { asDocument } from '@/components/docs/document'
import { Overview } from '@/components/docs/overview'
import { openApi } from '@/lib/rest/openapi'

export default async function DocsPage() {
  return <Overview document={asDocument(await openApi())} />
}
