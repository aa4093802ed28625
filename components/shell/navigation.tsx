'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { paths } from '#lib/paths.ts'
import styles from './navigation.module.css'

interface NavigationProps {
  /** Content at the right end of items, by path: the number of waiting items. */
  readonly ends?: Readonly<Record<string, ReactNode>> | undefined
}

/**
 * The list of pages, with the current one marked. Prefetching is useless: Next.js could fetch only
 * the frame, which is already loaded, because each visit renders the page on the server.
 */
export function Navigation({ ends = {} }: NavigationProps) {
  const pathname = usePathname()
  return (
    <nav className={styles.nav} aria-label="Main">
      {NAV_GROUPS.map(group => (
        <div key={group.label ?? ''}>
          {group.label !== null && <div className={styles.head}>{group.label}</div>}
          <ul>
            {group.items.map(item => (
              <li key={item.href}>
                <Link
                  href={item.href}
                  prefetch={false}
                  className={styles.item}
                  aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                >
                  <Icon name={item.icon} />
                  {item.label}
                  {ends[item.href]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

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
