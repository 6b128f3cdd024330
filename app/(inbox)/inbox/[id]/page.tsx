import { InboxPage } from '@/app/(inbox)/inbox-page'
import { type Search, toParams } from '@/app/(inbox)/to-params'
import { readFilters } from '@/components/inbox/filters'

interface Props {
  params: Promise<{ id: string }>
  searchParams: Promise<Search>
}

export default async function Page({ params, searchParams }: Props) {
  const { id } = await params
  return <InboxPage address={{ id: decodeURIComponent(id), filters: readFilters(toParams(await searchParams)) }} />
}
