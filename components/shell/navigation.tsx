'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Icon } from '#components/ui/icon.tsx'
import { isCurrent, NAV_GROUPS } from './nav-items.ts'
import styles from './navigation.module.css'

/** The list of pages; the current one is marked. */
export function Navigation() {
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
                  className={styles.item}
                  aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                >
                  <Icon name={item.icon} />
                  {item.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
