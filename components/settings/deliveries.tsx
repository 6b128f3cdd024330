'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMode } from '@/components/account/mode-context'
import { deliveryList } from '@/components/query/settings-lists'
import { DeliveryRow } from './delivery-row'
import { SettingsList } from './settings-list'

/** What was sent to one endpoint, newest first. */
export function Deliveries({ endpointId }: { endpointId: string }) {
  const t = useTranslations('WebhookSettings')
  const query = useInfiniteQuery({ ...deliveryList(useMode(), endpointId), refetchInterval: 5000 })
  return (
    <div className="border-l-2 border-line pl-4">
      <SettingsList query={query} label={t('deliveries')} empty={t('no_deliveries')}>
        {(row) => <DeliveryRow key={row.id} row={row} />}
      </SettingsList>
    </div>
  )
}
