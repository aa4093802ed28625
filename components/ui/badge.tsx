import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from './cx.ts'

interface BadgeProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A word on a soft background, in titles and details. Its colours come from `className`, or are neutral. */
export function Badge({ className, children }: BadgeProps) {
  return <span className={cx(styles.badge, className)}>{children}</span>
}
