import { formatCount } from '#lib/util/format.ts'
import styles from './data-table.module.css'
import type { TableSource } from './table-source.ts'

/** Under a table on paper: which of its lines stand there, when that is not all of them. */
export function PrintNote({
  loaded: { first, end },
  count,
  total,
}: Pick<TableSource<never>, 'loaded' | 'count' | 'total'>) {
  if (first === 0 && end >= count) return null
  return (
    <p className={styles.printNote}>
      Rows {formatCount(first + 1)} to {formatCount(end)} of {total ?? formatCount(count)}: those loaded when this was
      printed. An export has all of them.
    </p>
  )
}
