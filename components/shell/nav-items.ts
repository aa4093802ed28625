import type { IconName } from '#components/ui/icon.tsx'
import { type OperatorsTab, paths } from '#lib/paths.ts'

interface NavItem {
  readonly label: string
  readonly href: string
  readonly icon: IconName
  /** Path prefix of the item; default: its page. */
  readonly base?: string
}

interface NavGroup {
  /** Null for the items above the groups. */
  readonly label: string | null
  readonly items: readonly NavItem[]
}

/** Pages in the navigation. */
export const NAV_GROUPS: readonly NavGroup[] = [
  { label: null, items: [{ label: 'Overview', href: paths.overview(), icon: 'overview' }] },
  {
    label: 'Inventory',
    items: [
      { label: 'Pools', href: paths.pools(), icon: 'pools' },
      { label: 'Bindings', href: paths.bindings(), icon: 'bindings' },
      { label: 'Global accounts', href: paths.globalAccounts(), icon: 'global-accounts' },
      { label: 'Shoots', href: paths.shoots(), icon: 'shoots' },
    ],
  },
  {
    label: 'Decisions',
    items: [
      { label: 'Simulator', href: paths.simulator(), icon: 'simulator' },
      { label: 'Rules', href: paths.rules(), icon: 'rules' },
      { label: 'Allowlist', href: paths.allowlist(), icon: 'allowlist' },
    ],
  },
  {
    label: 'Operations',
    items: [
      { label: 'Operators', href: paths.operators(), icon: 'operators', base: '/operators' },
      { label: 'Approvals', href: paths.approvals(), icon: 'approvals' },
      { label: 'Jobs', href: paths.jobs(), icon: 'jobs' },
      { label: 'Audit', href: paths.audit(), icon: 'audit' },
      { label: 'Settings', href: paths.settings(), icon: 'settings' },
    ],
  },
]

/** Whether `pathname` is the item's page or below it. */
export function isCurrent(item: Pick<NavItem, 'href' | 'base'>, pathname: string): boolean {
  const { href, base = href } = item
  return href === '/' ? pathname === '/' : pathname === base || pathname.startsWith(`${base}/`)
}

/** Titles of the pages of the operators. */
export const TAB_LABELS: Readonly<Record<OperatorsTab, string>> = {
  clusters: 'Clusters',
  'subscription-requests': 'Subscription requests',
  kubeconfigs: 'Kubeconfigs',
  cleaning: 'Cleaning',
  waiting: 'Queue',
}
