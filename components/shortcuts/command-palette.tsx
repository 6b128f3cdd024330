'use client'

import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from 'cmdk'
import { useTranslations } from 'next-intl'
import { Dialog } from '@/components/ui/dialog'
import { type Act, actNames, isAct } from './acts'
import { KeyCaps } from './key-caps'

/** Every act by its name, with the key that does the same. None of them says yes. */
export function CommandPalette({ onClose }: { onClose: (act: Act | null) => void }) {
  const t = useTranslations('Keys')
  return (
    <Dialog isOpen onOpenChange={() => onClose(null)} title={t('palette_title')} description={t('no_yes')}>
      <Command label={t('palette_title')} className="grid gap-2">
        <CommandInput
          placeholder={t('palette_hint')}
          className="min-h-11 w-full rounded border border-edge bg-surface px-3 text-15"
        />
        <CommandList className="max-h-[50dvh] overflow-y-auto">
          <CommandEmpty className="px-3 py-2 text-soft">{t('palette_empty')}</CommandEmpty>
          {actNames.filter(isAct).map((act) => (
            <CommandItem
              key={act}
              value={t(act)}
              onSelect={() => onClose(act)}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded px-3 text-15 data-[selected=true]:bg-accent-tint"
            >
              {t(act)}
              <KeyCaps act={act} />
            </CommandItem>
          ))}
        </CommandList>
      </Command>
    </Dialog>
  )
}
