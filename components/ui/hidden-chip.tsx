import { useTranslations } from 'next-intl'
import type { Hidden } from '@/components/format/hidden-characters'
import { oneOf } from '@/components/format/one-of'

const named = [
  '00AD',
  '061C',
  '200B',
  '200C',
  '200D',
  '200E',
  '200F',
  '2028',
  '2029',
  '202A',
  '202B',
  '202C',
  '202D',
  '202E',
  '2060',
  '2066',
  '2067',
  '2068',
  '2069',
  'FEFF',
] as const

/** Stands where a character would be invisible or misleading, and names it. */
export function HiddenChip({ of, children }: { of: Hidden; children: string }) {
  const t = useTranslations('Hidden')
  const known = 'code' in of && oneOf(named, of.code)
  const name = 'spaces' in of ? t('spaces', { count: of.spaces }) : known ? t(`names.${known}`) : t('other')
  return (
    <span
      title={name}
      className="mx-0.5 inline-block rounded-small border border-edge bg-sunken px-1 font-mono text-12 leading-4 text-ink"
    >
      {children}
    </span>
  )
}
