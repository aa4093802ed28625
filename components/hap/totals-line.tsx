import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { formatCount } from '#lib/util/format.ts'
import styles from './totals.module.css'

interface TotalsLineProps {
  /** Accessible name: "Accounts by state". */
  readonly label: string
  /** Totals with distinct labels; null while loading, when the line reserves its height. */
  readonly totals: readonly TotalProps[] | null
  /**
   * Reserves the height of two lines on narrow screens, so that a filter does not move the page.
   */
  readonly reserved?: boolean
}

/** Totals below the title of a list; each links to its rows. */
export function TotalsLine({ label, totals, reserved = false }: TotalsLineProps) {
  const className = cx(styles.totals, reserved && styles.reserved)
  if (totals === null) {
    return (
      <div className={className} aria-hidden="true">
        <span className={styles.total}>
          <Skeleton width="min(560px, 70vw)" />
        </span>
      </div>
    )
  }
  return (
    <ul className={className} aria-label={label}>
      {totals.map(total => (
        <li key={total.label}>
          <Total {...total} />
        </li>
      ))}
    </ul>
  )
}

interface TotalProps {
  readonly mark: ReactNode
  readonly count: number
  readonly label: string
  /** Path of the list of these rows; null when no address selects them. */
  readonly href: string | null
  /** Whether the list is filtered by this total; the link then removes the filter. */
  readonly chosen: boolean
}

/** One total: mark, number and label. */
function Total({ mark, count, label: words, href, chosen }: TotalProps) {
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
