'use client'

import Link from 'next/link'
import { cx } from './cx.ts'
import styles from './tabs.module.css'
import { useInSight } from './use-in-sight.ts'

interface TabLink {
  readonly label: string
  readonly href: string
}

interface TabLinksProps {
  readonly label: string
  readonly tabs: readonly TabLink[]
  /** Address of the one that is open. */
  readonly current: string
}

/** Pages that stand beside each other, and look like tabs of one. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const row = useInSight<HTMLElement>(current)
  return (
    <nav ref={row} aria-label={label} className={cx(styles.tabs, styles.links)}>
      {tabs.map(tab => (
        <Link
          key={tab.href}
          href={tab.href}
          prefetch={false}
          aria-current={tab.href === current ? 'page' : undefined}
          className={styles.tab}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
