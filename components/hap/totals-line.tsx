import Link from 'next/link'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { formatCount } from '#lib/util/format.ts'
import styles from './totals.module.css'

interface TotalsLineProps {
  /** What is counted: "Accounts by state". */
  readonly label: string
  /** Each with other words; null while they are read: the line has its height already. */
  readonly totals: readonly TotalProps[] | null
  /** Takes the height of two lines where all of them need it, so that a search that leaves out some moves nothing. */
  readonly reserved?: boolean
}

/** Numbers and their words under the title of a list; each links to its rows. */
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
        <li key={total.words}>
          <Total {...total} />
        </li>
      ))}
    </ul>
  )
}

interface TotalProps {
  readonly mark: ReactNode
  readonly count: number
  readonly words: string
  /** Where these rows are listed; null where no address can name them. */
  readonly href: string | null
  /** The list is narrowed to them; the link takes that back. */
  readonly chosen: boolean
}

/** One number and its words in the line under the title of a list. */
function Total({ mark, count, words, href, chosen }: TotalProps) {
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
