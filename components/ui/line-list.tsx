import Link from 'next/link'
import type { ReactNode } from 'react'
import styles from './line-list.module.css'

interface LineListProps {
  readonly label: string
  /** Line elements. */
  readonly children: ReactNode
}

/** List of short lines in a panel. */
export function LineList({ label, children }: LineListProps) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  )
}

interface LineProps {
  /** A glyph or icon in front. */
  readonly mark?: ReactNode
  /** Content at the right end: a count or a duration. */
  readonly end?: ReactNode
  /** Makes the whole line a link; the line must not contain other links. */
  readonly href?: string
  readonly children: ReactNode
}

/** One line of a LineList. A long text is truncated; the end is not. */
export function Line({ mark, end, href, children }: LineProps) {
  const content = (
    <>
      {mark}
      <span className={styles.text}>{children}</span> {end !== undefined && <span className={styles.end}>{end}</span>}
    </>
  )
  return (
    <li>
      {href === undefined ? (
        <div className={styles.line}>{content}</div>
      ) : (
        <Link href={href} prefetch={false} className={styles.line}>
          {content}
        </Link>
      )}
    </li>
  )
}

/** Text of a panel without lines. */
export function NoLines({ children }: { readonly children: ReactNode }) {
  return <p className={styles.none}>{children}</p>
}
