import { useState } from 'react'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { Button } from './button.tsx'
import styles from './panel-note.module.css'

interface MoreRowsProps {
  readonly shown: number
  readonly all: number
  /** Noun of one row. */
  readonly what: string
  readonly onMore: () => void
}

/** Footer of a table that shows its first rows: number of rows and a button for more. */
export function MoreRows({ shown, all, what, onMore }: MoreRowsProps) {
  if (shown >= all) return null
  return (
    <div className={styles.more}>
      <span role="status">
        {formatCount(shown)} of {formatPlural(all, what)}
      </span>
      <Button size="small" onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}

/**
 * The first rows, and `step` more per click, because rendering all rows on each key stroke is slow.
 */
export function useFirstRows<Row>(rows: readonly Row[], step: number) {
  const [most, setMost] = useState(step)
  const shown = rows.slice(0, most)
  return { shown, more: { shown: shown.length, all: rows.length, onMore: () => setMost(most + step) } }
}
