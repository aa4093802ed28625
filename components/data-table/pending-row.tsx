import { Skeleton } from '#components/ui/skeleton.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { LineCells } from './line-cells.tsx'
import { type LineProps, rowAttributes } from './line-props.ts'

/** A row that is not loaded yet, in its final size. */
export function PendingRow<Row, Group>({
  columns,
  selectable,
  ...line
}: LineProps & { readonly columns: readonly Column<Row, Group>[]; readonly selectable: boolean }) {
  return (
    <tr {...rowAttributes(`pending-${line.index}`, line)} className={styles.row} aria-busy="true">
      <LineCells
        columns={columns}
        active={line.active}
        lead={selectable && <td className={styles.select} />}
        content={column => <Skeleton width={column.skeleton ?? '60%'} />}
      />
    </tr>
  )
}
