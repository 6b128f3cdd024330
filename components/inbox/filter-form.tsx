'use client'

import { useTranslations } from 'next-intl'
import type { FormEvent } from 'react'
import { usePerson } from '@/components/account/person-context'
import { useTypeCounts } from '@/components/activity/use-type-counts'
import { kindLabels, typeLabels } from '@/components/interaction/labels'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import { TextField } from '@/components/ui/text-field'
import { writeAddress } from './address'
import { ages } from './age'
import { type Filters, readFilters, textFilters, timeFilters } from './filters'

interface Props {
  filters: Filters
  onDone: () => void
}

/** A time as a field for a local time has it, to the minute. */
function toLocalField(time: string | undefined): string {
  if (time === undefined) return ''
  const atMs = Date.parse(time)
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Narrows the list. The form is the address: what it sends are the names of the address. */
export function FilterForm({ filters, onDone }: Props) {
  const t = useTranslations('Filters')
  const types = useTranslations('Types')
  const kinds = useTranslations('Kinds')
  const counts = useTypeCounts()
  const isAdmin = usePerson().role === 'admin'
  const optionsOf = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))

  const withCount = (label: string, count = 0) =>
    count > 0 && filters.status === 'pending' ? t('with_count', { label, count }) : label

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) params.set(name, String(value))
    window.history.pushState(null, '', writeAddress({ id: null, filters: readFilters(params) }))
    onDone()
  }

  return (
    <form action="/" onSubmit={apply} className="grid gap-3 border-t border-line bg-ground px-4 py-4">
      <input type="hidden" name="status" value={filters.status} />
      {filters.q !== undefined && <input type="hidden" name="q" value={filters.q} />}
      <div className="grid grid-cols-1 gap-3 min-[24rem]:grid-cols-2">
        <SelectField
          autoFocus
          label={t('type')}
          name="type"
          defaultValue={filters.type ?? ''}
          options={[
            { value: '', label: t('any') },
            ...optionsOf(typeLabels).map(({ value, label }) => ({
              value,
              label: withCount(types(label as keyof typeof typeLabels), counts.get(value)),
            })),
          ]}
        />
        <SelectField
          label={t('kind')}
          name="kind"
          defaultValue={filters.kind ?? ''}
          options={[
            { value: '', label: t('any') },
            ...optionsOf(kindLabels).map(({ value, label }) => ({
              value,
              label: kinds(label as keyof typeof kindLabels),
            })),
          ]}
        />
        <SelectField
          label={t('moves_money')}
          name="moves_money"
          defaultValue={filters.moves_money ?? ''}
          options={[
            { value: '', label: t('any') },
            { value: 'true', label: t('money.true') },
            { value: 'false', label: t('money.false') },
          ]}
        />
        <SelectField
          label={t('age')}
          name="age"
          defaultValue={filters.age ?? ''}
          options={[{ value: '', label: t('any') }, ...ages.map((age) => ({ value: age, label: t(`ages.${age}`) }))]}
        />
        {timeFilters.map((name) => (
          <TextField
            key={name}
            type="datetime-local"
            label={t(name)}
            name={name}
            defaultValue={toLocalField(filters[name])}
          />
        ))}
        {textFilters
          .filter((name) => isAdmin || name !== 'user_id')
          .map((name) => (
            <TextField
              key={name}
              label={t(name)}
              name={name}
              defaultValue={filters[name] ?? ''}
              placeholder={t(`${name}_example`)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onDone}>
          {t('close')}
        </Button>
        <Button type="submit">{t('apply')}</Button>
      </div>
    </form>
  )
}
