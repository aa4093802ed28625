import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { cx } from './cx.ts'

interface BadgeProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * A label on a coloured background, for titles and details. `className` sets the colours; default:
 * neutral.
 */
export function Badge({ className, children }: BadgeProps) {
  return <span className={cx(styles.badge, className)}>{children}</span>
}
