import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

interface DisclosureProps {
  /** Label with the number of hidden items. */
  readonly summary: string
  /** Initial state. */
  readonly isOpen?: boolean
  /** Called on the first opening, to fetch the content. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/** Content that a person expands. */
export function Disclosure({ summary, isOpen = false, onOpen, children }: DisclosureProps) {
  return (
    <details open={isOpen} onToggle={event => event.currentTarget.open && onOpen?.()}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  )
}
