'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '#components/ui/cx.ts'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: string
  /** Monospace, for names that are copied. */
  readonly mono?: boolean
  /** Beside the title: a state badge. */
  readonly badge?: ReactNode
  /** One sentence or the totals: "10 pools, 620 accounts". */
  readonly summary?: ReactNode
  /** Buttons of the page; the main one last. */
  readonly actions?: ReactNode
  /** A line below: kind, pool, tenant of a detail page. */
  readonly facts?: ReactNode
}

/** Title, summary and actions of a page. The title takes the focus after a navigation. */
export function PageHead({ title, mono = false, badge, summary, actions, facts }: PageHeadProps) {
  return (
    <div className={styles.area}>
      <div className={styles.head}>
        <Heading mono={mono}>{title}</Heading>
        {badge}
        {summary !== undefined && <p className={styles.summary}>{summary}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {facts !== undefined && <div className={styles.facts}>{facts}</div>}
    </div>
  )
}

/** Path of the last focused heading. The first page of a visit does not move the focus. */
let opened: string | null = null

/**
 * The `h1` of a page. It takes the focus after a navigation, so that reading and tabbing continue
 * there.
 */
function Heading({ mono, children }: { readonly mono: boolean; readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const pathname = usePathname()
  useEffect(() => {
    if (opened !== null && opened !== pathname) heading.current?.focus({ preventScroll: true })
    opened = pathname
  }, [pathname])
  return (
    <h1 ref={heading} tabIndex={-1} className={cx(styles.title, mono && styles.mono)}>
      {children}
    </h1>
  )
}

/** Toolbar of a list page: search box and switches. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className={styles.toolbar}>{children}</div>
}

interface DetailColumnsProps {
  /** Panels of the main column. */
  readonly main: ReactNode
  /** Panels of the side column; below the main column on narrow screens. */
  readonly side: ReactNode
}

/** Two-column layout of a detail page. */
export function DetailColumns({ main, side }: DetailColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{main}</div>
      <div className={styles.side}>{side}</div>
    </div>
  )
}
