import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './small-table.module.css'

interface SmallColumn {
  readonly header: string
  /** Pixels; columns without one share the rest. */
  readonly width?: number
  readonly align?: 'start' | 'end'
  /** Hidden in a narrow window; its cells carry `data-wide`. */
  readonly wide?: boolean
}

interface SmallTableProps {
  readonly label: string
  readonly columns: readonly SmallColumn[]
  /**
   * Folds each row into two lines in a narrow window. Each `<td>` then needs `data-fold`: `aside`
   * ends the first line, `line` and `end` form the second; `data-label` precedes its value there.
   * `late` is for few columns, which fit into 540 pixels.
   */
  readonly folding?: boolean | 'late'
  /**
   * `<tr>` elements; `data-chosen` highlights one. Cells with numbers carry `data-align="end"`,
   * cells with long words `data-wrap`.
   */
  readonly children: ReactNode
}

/** A short table in a panel, fully rendered. Long lists use DataTable. */
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
