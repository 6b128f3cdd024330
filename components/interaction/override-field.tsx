'use client'

import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'
import { SafeText } from '@/components/ui/safe-text'
import { TextArea } from '@/components/ui/text-area'
import { maxReasonCharacters, type Override } from './use-override'

/** Says that an answer is somebody else's to give, and asks why it is given all the same. */
export function OverrideField({ override, isDisabled }: { override: Override; isDisabled: boolean }) {
  const t = useTranslations('Override')
  const user = () => <SafeText key="user">{override.user}</SafeText>
  return (
    <Notice>
      <div ref={override.field} className="grid gap-2">
        <p className="font-semibold">{t.rich('title', { user })}</p>
        <TextArea
          label={t('label')}
          hint={t.rich('hint', { user })}
          value={override.text}
          onValueChange={override.setText}
          maxCharacters={maxReasonCharacters}
          disabled={isDisabled}
          className="scroll-mb-48"
        />
      </div>
    </Notice>
  )
}
