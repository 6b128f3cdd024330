export const modeCookie = 'vestra-mode'

export type Mode = 'live' | 'test'

export const modes: Mode[] = ['live', 'test']

export function readMode(value: string | undefined): Mode | null {
  return modes.find((mode) => mode === value) ?? null
}
