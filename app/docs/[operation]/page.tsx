import { notFound } from 'next/navigation'
import { asDocument, listOperations } from '@/components/docs/document'
import { OperationPage } from '@/components/docs/operation-page'
import { openApi } from '@/lib/rest/openapi'

interface Props {
  params: Promise<{ operation: string }>
}

export default async function DocsOperationPage({ params }: Props) {
  const { operation: id } = await params
  const document = asDocument(await openApi())
  const listed = listOperations(document).find(({ operation }) => operation.operationId === id)
  return listed ? <OperationPage document={document} listed={listed} /> : notFound()
}
