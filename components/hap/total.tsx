import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/util/format.ts'
import styles from './totals.module.css'

export interface TotalProps {
  readonly mark: ReactNode
  readonly count: number
  readonly words: string
  /** Where these rows are listed; null where no address can name them. */
  readonly href: string | null
  /** The list is narrowed to them; the link takes that back. */
  readonly chosen: boolean
}

/** One number and its words in the line under the title of a list. */
export function Total({ mark, count, words, href, chosen }: TotalProps) {
  const content = (
    <>
      {mark}
      <span>
        <span className={styles.count}>{formatCount(count)}</span> {words}
      </span>
    </>
  )
  if (href === null) return <span className={styles.total}>{content}</span>
  return (
    <Link href={href} prefetch={false} className={styles.total} aria-current={chosen || undefined}>
      {content}
    </Link>
  )
}
