import { SettingsPage } from '@/app/(settings)/settings-page'
import { NoticesScreen } from '@/components/notices/notices-screen'

export default function Page() {
  return (
    <SettingsPage section="notices">
      <NoticesScreen />
    </SettingsPage>
  )
}
