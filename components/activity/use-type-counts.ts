'use client'

import { useQuery } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import { usePerson } from '@/components/account/person-context'
import { openCounts } from '@/components/query/activity'

/** How many wait of each type, for admins; nothing is known for anybody else. */
export function useTypeCounts(): ReadonlyMap<string, number> {
  const enabled = usePerson().role === 'admin'
  const { data } = useQuery({ ...openCounts(useMode()), enabled })
  return new Map(data?.by_type.map(({ type, count }) => [type, count]))
}
