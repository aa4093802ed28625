import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './small-table.module.css'

interface SmallColumn {
  readonly header: string
  /** Pixels; columns without one share the rest. */
  readonly width?: number
  readonly align?: 'start' | 'end'
  /** Left out in a narrow window; its cells carry `data-wide`. */
  readonly wide?: boolean
}

interface SmallTableProps {
  readonly label: string
  readonly columns: readonly SmallColumn[]
  /**
   * Where there is no room for columns, a row becomes two lines. Each `<td>` then needs a `data-fold`: `aside` ends the first line, `line`
   * and `end` are the second; `data-label` stands before its value there. `late` is for few columns, which 540 pixels are enough for.
   */
  readonly folding?: boolean | 'late'
  /** `<tr>` elements; one with `data-chosen` is the winner. Numbers get `data-align="end"` on their cell, long words `data-wrap`. */
  readonly children: ReactNode
}

/** A short table inside a panel, all of it drawn. Long lists are a DataTable. */
export function SmallTable({ label, columns, folding = false, children }: SmallTableProps) {
  return (
    <div className={cx(styles.frame, folding && styles.folding, folding === 'late' && styles.foldingLate)}>
      <table className={cx(styles.table, columns.some(({ wide }) => wide) && styles.fitting)} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, width, align, wide }) => (
              <th key={header} scope="col" style={{ width }} data-align={align} data-wide={wide || undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
