'use client'

import { useTranslations } from 'next-intl'
import { Notice } from '@/components/ui/notice'

/** What the company does where nobody can connect the app here. */
export function OperatorWay({ userId, app }: { userId: string; app: string }) {
  const t = useTranslations('ConnectPage')
  return (
    <Notice>
      <p>{t('no_connector')}</p>
      <p className="mt-2 text-13 text-soft">{t('operator')}</p>
      <pre className="mt-1 font-mono text-12 whitespace-pre-wrap">
        {`POST /v1/connections\n${JSON.stringify({ user_id: userId, app, status: 'active' })}`}
      </pre>
    </Notice>
  )
}
