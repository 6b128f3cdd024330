import { SettingsPage } from '@/app/(settings)/settings-page'
import { PeopleScreen } from '@/components/settings/people-screen'

export default function Page() {
  return (
    <SettingsPage section="people">
      <PeopleScreen />
    </SettingsPage>
  )
}
