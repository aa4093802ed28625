import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

/** Why nothing is shown: no rows, all filtered out, no permission, or no connection to the source. */
type EmptyReason = 'empty' | 'filtered' | 'forbidden' | 'unreachable'

interface EmptyStateProps {
  readonly reason: EmptyReason
  readonly title: string
  /**
   * `empty`: how to get a first row; `filtered`: how many rows are hidden and by what; `forbidden`:
   * which permission is missing; `unreachable`: since when.
   */
  readonly children: ReactNode
  /** Buttons; the one that resolves the state first. */
  readonly actions?: ReactNode
}

const ICONS: Record<EmptyReason, IconName> = {
  empty: 'empty',
  filtered: 'filtered',
  forbidden: 'forbidden',
  unreachable: 'unreachable',
}

/** Replaces rows. Each of the four reasons has its own text. */
export function EmptyState({ reason, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty} data-reason={reason}>
      <Icon name={ICONS[reason]} className={styles.icon} />
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
