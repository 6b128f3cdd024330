'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { usePerson } from '@/components/account/person-context'
import { TopBar } from '@/components/account/top-bar'
import { usePartsAhead } from '@/components/ui/part'
import { personalSections, type Section, sectionPaths, settingsTitleId } from './sections'

interface Props {
  section: Section
  /** What can be added here. */
  action?: ReactNode
  children: ReactNode
}

/** What every page of the settings looks like: the bar, the sections, one heading and its list. */
export function SettingsScreen({ section, action, children }: Props) {
  const t = useTranslations('Settings')
  usePartsAhead()
  const title = t(`sections.${section}`)
  const isAdmin = usePerson().role === 'admin'
  const sections = isAdmin ? (Object.keys(sectionPaths) as Section[]) : personalSections
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Vestra Inbox`}</title>
      <TopBar />
      <div className="mx-auto grid w-full max-w-240 grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 split:gap-6 split:py-8">
        <nav aria-label={t('label')} className="flex flex-wrap gap-x-4 border-b border-line">
          {sections.map((each) => (
            <a
              key={each}
              href={sectionPaths[each]}
              aria-current={each === section ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center text-15 ${each === section ? 'font-semibold text-ink' : 'text-soft hover:text-ink'}`}
            >
              <span className={`border-b-2 py-1 ${each === section ? 'border-accent' : 'border-transparent'}`}>
                {t(`sections.${each}`)}
              </span>
            </a>
          ))}
        </nav>
        <main className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 id={settingsTitleId} tabIndex={-1} className="text-24 font-semibold tracking-tight text-balance">
              {title}
            </h1>
            {action}
          </div>
          <p className="max-w-160 text-soft">{t(`about.${section}`)}</p>
          {children}
        </main>
      </div>
    </div>
  )
}
