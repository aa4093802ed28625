import Link from 'next/link'
import type { ReactNode } from 'react'
import styles from './line-list.module.css'

interface LineListProps {
  readonly label: string
  /** Line elements. */
  readonly children: ReactNode
}

/** Short lines in a panel, one thing each. */
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
  /** What stands at the right end: a count, a length of time. */
  readonly end?: ReactNode
  /** Makes the whole line one link; it then holds no other. */
  readonly href?: string
  readonly children: ReactNode
}

/** One line of a LineList. Its text is cut where there is no room for it; the end never is. */
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

/** What a panel says in place of its lines when there are none. */
export function NoLines({ children }: { readonly children: ReactNode }) {
  return <p className={styles.none}>{children}</p>
}
