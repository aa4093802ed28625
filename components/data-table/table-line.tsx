import type { Column } from './column.ts'
import { GroupRow } from './group-row.tsx'
import type { LineProps } from './line-props.ts'
import { PendingRow } from './pending-row.tsx'
import type { RowSelection } from './row-selection.ts'
import { TableRow } from './table-row.tsx'
import type { TableItem } from './table-source.ts'

interface TableLineProps<Row, Group> extends LineProps {
  readonly item: TableItem<Row, Group>
  readonly columns: readonly Column<Row, Group>[]
  readonly selection: RowSelection<Row> | undefined
}

/** A row, the head of a group, or a row on its way. */
export function TableLine<Row, Group>({ item, selection, ...rest }: TableLineProps<Row, Group>) {
  if (item.kind === 'row') {
    return (
      <TableRow
        {...rest}
        rowKey={item.key}
        row={item.row}
        gone={item.gone}
        selected={selection?.has(item.key)}
        selectName={selection?.nameOf}
        onPick={selection?.pick}
      />
    )
  }
  const selectable = selection !== undefined
  if (item.kind === 'group') return <GroupRow {...rest} item={item} selectable={selectable} />
  return <PendingRow {...rest} selectable={selectable} />
}
