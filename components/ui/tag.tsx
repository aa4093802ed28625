import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './tag.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface TagProps {
  readonly tone?: 'info' | 'warn' | 'danger' | 'ok'
  /** The long form, on hover and for assistive technology: "CredentialsBinding" of the tag CB. */
  readonly longForm?: string
  readonly children: ReactNode
}

/** A short fact with an edge: EU, shared, draft. Never a binding's state; that is a StateBadge. */
export function Tag({ tone, longForm, children }: TagProps) {
  return (
    <span className={cx(styles.tag, tone && styles[tone])} data-tip={longForm}>
      <span aria-hidden={longForm !== undefined || undefined}>{children}</span>
      {longForm !== undefined && <VisuallyHidden>{longForm}</VisuallyHidden>}
    </span>
  )
}
