import { memo } from 'react'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { LineCells } from './line-cells.tsx'
import { type LineProps, rowAttributes } from './line-props.ts'
import { SelectCell } from './select-cell.tsx'

interface TableRowProps<Row, Group> extends LineProps {
  readonly rowKey: string
  readonly row: Row
  /** Is only here because the rows are held. */
  readonly gone: boolean | undefined
  readonly columns: readonly Column<Row, Group>[]
  /** Undefined where rows cannot be chosen. */
  readonly selected: boolean | undefined
  readonly selectName: ((row: Row) => string) | undefined
  readonly onPick: ((index: number, key: string, extend: boolean) => void) | undefined
}

function TableRowOf<Row, Group>(props: TableRowProps<Row, Group>) {
  const { rowKey, row, gone, columns, selected, selectName, onPick, ...line } = props
  const { index, active } = line
  return (
    <tr
      {...rowAttributes(rowKey, line)}
      className={styles.row}
      aria-selected={selected}
      data-gone={gone}
      data-tip={gone && 'No longer in the list. Last known values are shown.'}
    >
      <LineCells
        columns={columns}
        active={active}
        lead={
          selected !== undefined && (
            <SelectCell
              name={selectName?.(row) ?? ''}
              checked={selected}
              active={active}
              onPick={extend => onPick?.(index, rowKey, extend)}
            />
          )
        }
        content={(column, index) => (
          <>
            {column.cell(row)}
            {gone && index === 0 && <VisuallyHidden> (no longer here)</VisuallyHidden>}
          </>
        )}
      />
    </tr>
  )
}

/** Memoised, so that scrolling the table renders only rows whose props change. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf
