import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

interface DisclosureProps {
  /** What is behind it, with how many. */
  readonly summary: string
  /** To begin with. */
  readonly isOpen?: boolean
  /** For what is fetched only then. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/** Details that are opened where they are wanted. */
export function Disclosure({ summary, isOpen = false, onOpen, children }: DisclosureProps) {
  return (
    <details open={isOpen} onToggle={event => event.currentTarget.open && onOpen?.()}>
      <summary className={styles.summary}>{summary}</summary>
      {children}
    </details>
  )
}
