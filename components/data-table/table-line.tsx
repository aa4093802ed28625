import type { Column } from './column.ts'
import { GroupRow } from './group-row.tsx'
import type { LineProps } from './line-props.ts'
import { PendingRow } from './pending-row.tsx'
import { TableRow } from './table-row.tsx'
import type { TableItem } from './table-source.ts'

interface TableLineProps<Row, Group> extends LineProps {
  readonly item: TableItem<Row, Group>
  readonly columns: readonly Column<Row, Group>[]
  readonly isSelected: ((key: string) => boolean) | undefined
}

/** A row, the head of a group, or a row on its way. */
export function TableLine<Row, Group>({ item, isSelected, ...rest }: TableLineProps<Row, Group>) {
  if (item.kind === 'row')
    return <TableRow {...rest} rowKey={item.key} row={item.row} selected={isSelected?.(item.key) ?? false} />
  return item.kind === 'group' ? <GroupRow {...rest} item={item} /> : <PendingRow {...rest} />
}
