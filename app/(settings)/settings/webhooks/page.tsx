import { SettingsPage } from '@/app/(settings)/settings-page'
import { WebhooksScreen } from '@/components/settings/webhooks-screen'

export default function Page() {
  return (
    <SettingsPage section="webhooks">
      <WebhooksScreen />
    </SettingsPage>
  )
}
