'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMode } from '@/components/account/mode-context'
import type { Vestra, VestraError } from '@/lib/sdk'
import { clientFor } from './client-for'
import { type SettingsName, settingsKey } from './settings-lists'

/** A change that an admin makes in the shown world; its list is read again, also when nobody knows what came of it. */
export function useSettingsCall<Input, Output>(
  name: SettingsName,
  call: (client: Vestra, input: Input) => Promise<Output>,
) {
  const mode = useMode()
  const queries = useQueryClient()
  return useMutation<Output, VestraError, Input>({
    networkMode: 'always',
    // A secret in the answer is not kept beyond its dialog.
    gcTime: 0,
    mutationFn: (input) => call(clientFor(mode), input),
    onSettled: () => queries.invalidateQueries({ queryKey: settingsKey(name) }),
  })
}

export type SettingsCall<Input, Output> = ReturnType<typeof useSettingsCall<Input, Output>>
