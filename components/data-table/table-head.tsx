import { FlexRender, type Header, type HeaderGroup } from '@tanstack/react-table'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { Column } from './column.ts'
import styles from './data-table.module.css'
import type { Features } from './model.ts'
import type { RowSelection } from './row-selection.ts'

interface TableHeadProps<Row, Group> {
  readonly groups: readonly HeaderGroup<Features, object>[]
  readonly columns: readonly Column<Row, Group>[]
  readonly selection: Pick<RowSelection<Row>, 'all' | 'onAll'> | undefined
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

/** Column heads; those that sort are buttons. Widths are set here, and every row follows. */
export function TableHead<Row, Group>({ groups, columns, selection }: TableHeadProps<Row, Group>) {
  return (
    <thead className={styles.head}>
      {groups.map(group => (
        <tr key={group.id} aria-rowindex={1}>
          {selection && (
            <th scope="col" className={styles.select}>
              <Checkbox label="Select all" hideLabel checked={selection.all} onChange={selection.onAll} />
            </th>
          )}
          {group.headers.map((header, index) => {
            const sorted = header.column.getIsSorted()
            return (
              <th
                key={header.id}
                scope="col"
                style={{ width: columns[index]?.width }}
                data-tip={columns[index]?.tip}
                aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
                {...header.column.columnDef.meta}
              >
                <HeadCell header={header} />
              </th>
            )
          })}
        </tr>
      ))}
    </thead>
  )
}

function HeadCell({ header }: { readonly header: Header<Features, object> }) {
  const { column } = header
  if (!column.getCanSort()) return <FlexRender header={header} />
  const sorted = column.getIsSorted()
  return (
    <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
      <FlexRender header={header} />
      {sorted && <Icon name={sorted === 'asc' ? 'sort-up' : 'sort-down'} size={12} />}
    </button>
  )
}
