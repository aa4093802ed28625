import { TabLinks } from '#components/ui/tab-links.tsx'
import { paths } from '#lib/paths.ts'

const TABS = [
  { label: 'General', href: paths.settings() },
  { label: 'Sessions', href: paths.sessions() },
] as const

/** The pages of the settings, beside each other. */
export function SettingsTabs({ current }: { readonly current: string }) {
  return <TabLinks label="Settings" tabs={TABS} current={current} />
}
