import { SettingsPage } from '@/app/(settings)/settings-page'
import { AuditScreen } from '@/components/settings/audit-screen'

export default function Page() {
  return (
    <SettingsPage section="audit">
      <AuditScreen />
    </SettingsPage>
  )
}
