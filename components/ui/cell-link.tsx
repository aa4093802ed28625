'use client'

import Link from 'next/link'
import type { ComponentProps } from 'react'
import styles from './cell-link.module.css'
import { cx } from './cx.ts'
import { useRowTabIndex } from './row-context.ts'

/** A link in a table cell: quiet until hovered, never prefetched, a tab stop only in the active row. */
export function CellLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} tabIndex={useRowTabIndex()} {...rest} className={cx(styles.link, className)} />
}
