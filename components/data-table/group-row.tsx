import { Icon } from '#components/ui/icon.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import { LineCells } from './line-cells.tsx'
import { type LineProps, rowAttributes } from './line-props.ts'
import type { TableItem } from './table-source.ts'

interface GroupRowProps<Row, Group> extends LineProps {
  readonly item: Extract<TableItem<Row, Group>, { readonly kind: 'group' }>
  readonly columns: readonly Column<Row, Group>[]
  readonly selectable: boolean
}

/** The head of a group: opens and closes it, and carries totals in the columns of the rows below. */
export function GroupRow<Row, Group>({ item, columns, selectable, ...line }: GroupRowProps<Row, Group>) {
  const { group, open, toggle } = item
  const content = (column: Column<Row, Group>, index: number) => {
    if (index > 0) return column.group?.(group)
    return (
      <button type="button" className={styles.toggle} tabIndex={-1} aria-expanded={open} onClick={toggle}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size={14} />
        {column.group?.(group)}
      </button>
    )
  }
  return (
    <tr {...rowAttributes(item.key, line)} className={styles.group}>
      <LineCells
        columns={columns}
        active={line.active}
        lead={selectable && <td className={styles.select} />}
        content={content}
      />
    </tr>
  )
}
