import { SettingsPage } from '@/app/(settings)/settings-page'
import { RemoteAgentsScreen } from '@/components/settings/remote-agents-screen'

export default function Page() {
  return (
    <SettingsPage section="agents">
      <RemoteAgentsScreen />
    </SettingsPage>
  )
}
