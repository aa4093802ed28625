import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './tag.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface TagProps {
  readonly tone?: 'info' | 'warn' | 'danger' | 'ok'
  /** Long form as tooltip and for screen readers: "CredentialsBinding" for the tag CB. */
  readonly longForm?: string
  readonly children: ReactNode
}

/** A short property: EU, shared, draft. Binding states use StateBadge instead. */
export function Tag({ tone, longForm, children }: TagProps) {
  return (
    <span className={cx(styles.tag, tone && styles[tone])} data-tip={longForm}>
      <span aria-hidden={longForm !== undefined || undefined}>{children}</span>
      {longForm !== undefined && <VisuallyHidden>{longForm}</VisuallyHidden>}
    </span>
  )
}

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
