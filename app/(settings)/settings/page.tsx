import { redirect } from 'next/navigation'
import { sectionPaths } from '@/components/settings/sections'

export default function Page() {
  redirect(sectionPaths.keys)
}
