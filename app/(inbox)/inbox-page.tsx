import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { modeCookie, readMode } from '@/components/account/mode'
import { type Address, writeAddress } from '@/components/inbox/address'
import { InboxApp } from '@/components/inbox/inbox-app'
import { InboxProviders } from '@/components/inbox/inbox-providers'
import { currentPerson } from '@/lib/auth/session'
import { prefetchInbox } from './prefetch-inbox'

/** The first paint of any address in the inbox: the same for the list and for an open item. */
export async function InboxPage({ address }: { address: Address }) {
  await connection()
  const person = await currentPerson()
  if (!person) redirect(`/sign-in?next=${encodeURIComponent(writeAddress(address))}`)
  const chosen = person.role === 'admin' ? readMode((await cookies()).get(modeCookie)?.value) : null
  const { queries, isMissing, mode } = await prefetchInbox(chosen, address)
  if (isMissing) notFound()

  return (
    <InboxProviders
      person={{ id: person.id, name: person.name, email: person.email, role: person.role, userIds: person.userIds }}
      mode={mode}
      nowMs={Date.now()}
    >
      <HydrationBoundary state={dehydrate(queries)}>
        <InboxApp />
      </HydrationBoundary>
    </InboxProviders>
  )
}
