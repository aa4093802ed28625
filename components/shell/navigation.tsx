'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { isCurrent, NAV_GROUPS } from './nav-items.ts'
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
