import { readAddress } from '@/components/inbox/address'
import { InboxPage } from './inbox-page'
import { type Search, toParams } from './to-params'

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  return <InboxPage address={readAddress('/', toParams(await searchParams))} />
}
