'use client'

import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { cx } from '#components/ui/cx.ts'
import styles from './page-head.module.css'

/** The page a browser opened first keeps its own focus. */
let opened: string | null = null

/** The `h1` of a page. After a navigation it takes the focus, so that reading and tabbing go on from there. */
export function Heading({ mono, children }: { readonly mono: boolean; readonly children: string }) {
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
