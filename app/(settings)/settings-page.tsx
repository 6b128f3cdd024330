import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { modeCookie, readMode } from '@/components/account/mode'
import { InboxProviders } from '@/components/inbox/inbox-providers'
import { personalSections, type Section, sectionPaths } from '@/components/settings/sections'
import { currentPerson } from '@/lib/auth/session'
import { callApi } from '@/lib/http/in-process'

/** What every page of the settings stands on. What is not personal is for admins: for anybody else there is nothing there. */
export async function SettingsPage({ section, children }: { section: Section; children: ReactNode }) {
  await connection()
  const person = await currentPerson()
  if (!person) redirect(`/sign-in?next=${encodeURIComponent(sectionPaths[section])}`)
  if (person.role !== 'admin' && !personalSections.includes(section)) notFound()
  const chosen = readMode((await cookies()).get(modeCookie)?.value)
  const mode = chosen ?? readMode((await callApi('/v1/keys?limit=1', {})).headers.get('vestra-mode') ?? undefined)

  return (
    <InboxProviders
      person={{ id: person.id, name: person.name, email: person.email, role: person.role, userIds: person.userIds }}
      mode={mode}
      nowMs={Date.now()}
    >
      {children}
    </InboxProviders>
  )
}
