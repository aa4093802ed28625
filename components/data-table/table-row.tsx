import { memo } from 'react'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { LineCells } from './line-cells.tsx'
import { type LineProps, rowAttributes } from './line-props.ts'

interface TableRowProps<Row, Group> extends LineProps {
  readonly rowKey: string
  readonly row: Row
  readonly columns: readonly Column<Row, Group>[]
  readonly selected: boolean
}

function TableRowOf<Row, Group>({ rowKey, row, columns, selected, ...line }: TableRowProps<Row, Group>) {
  return (
    <tr {...rowAttributes(rowKey, line)} className={styles.row} aria-selected={selected || undefined}>
      <LineCells columns={columns} active={line.active} content={column => column.cell(row)} />
    </tr>
  )
}

/** Drawn anew only when its data, its columns or its state changed, not while the table scrolls. */
export const TableRow = memo(TableRowOf) as typeof TableRowOf
