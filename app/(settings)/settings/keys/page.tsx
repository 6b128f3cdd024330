import { SettingsPage } from '@/app/(settings)/settings-page'
import { KeysScreen } from '@/components/settings/keys-screen'

export default function Page() {
  return (
    <SettingsPage section="keys">
      <KeysScreen />
    </SettingsPage>
  )
}
