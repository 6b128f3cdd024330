import { sectionPaths } from '@/components/settings/sections'

/** How many days back one may look. */
export const periods = [7, 30, 90] as const
export type Period = (typeof periods)[number]

const usual: Period = 30

/** The period that the address names. */
export function readPeriod(params: URLSearchParams): Period {
  return periods.find((days) => String(days) === params.get('days')) ?? usual
}

export function writePeriod(days: Period): string {
  return days === usual ? sectionPaths.activity : `${sectionPaths.activity}?days=${days}`
}
