export const themeCookie = 'vestra-theme'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}
