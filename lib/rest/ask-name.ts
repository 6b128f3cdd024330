import { forms } from '@/lib/interactions/kinds'

const toPascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `AskToolPermission`, and `AskCustomQuestion` where a kind has more than one type. */
export function askNameOf({ kind, type }: { kind: string; type: string }): string {
  const name = `Ask${toPascal(kind).replace(/^Ask/, '')}`
  const isOnlyForm = forms.filter((each) => each.kind === kind).length === 1
  return isOnlyForm || name.endsWith(toPascal(type)) ? name : `${name}${toPascal(type)}`
}
