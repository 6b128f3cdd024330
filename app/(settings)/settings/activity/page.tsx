import { SettingsPage } from '@/app/(settings)/settings-page'
import { ActivityScreen } from '@/components/activity/activity-screen'

export default function Page() {
  return (
    <SettingsPage section="activity">
      <ActivityScreen />
    </SettingsPage>
  )
}
