import { TabLinks } from '#components/ui/tabs.tsx'
import { paths } from '#lib/paths.ts'

const TABS = [
  { label: 'General', href: paths.settings() },
  { label: 'Sessions', href: paths.sessions() },
] as const

/** Navigation between the pages of the settings. */
export function SettingsTabs({ current }: { readonly current: string }) {
  return <TabLinks label="Settings" tabs={TABS} current={current} />
}
