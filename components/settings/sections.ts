import type { Messages } from 'next-intl'

export type Section = keyof Messages['Settings']['sections']

/** Each section with its address, in the order of the navigation. */
export const sectionPaths: Record<Section, string> = {
  keys: '/settings/keys',
  people: '/settings/people',
  webhooks: '/settings/webhooks',
  agents: '/settings/agents',
  audit: '/settings/audit',
  activity: '/settings/activity',
  notices: '/settings/notices',
}

/** What everybody may open; the others are for admins. */
export const personalSections: readonly Section[] = ['notices']

export const settingsTitleId = 'settings-title'

/** Where the focus goes when the thing that had it is gone. */
export function focusTitle() {
  document.getElementById(settingsTitleId)?.focus()
}
