import { type CSSProperties, memo } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { layoutOf } from './cell-layout.ts'
import type { Column, Sort } from './column.ts'
import styles from './data-table.module.css'
import { growth } from './min-widths.ts'
import { nextSort } from './next-sort.ts'
import type { RowSelection } from './row-selection.ts'

interface TableHeadProps<Row, Group> {
  readonly columns: readonly Column<Row, Group>[]
  /** As it was asked for last: the next click goes on from there. */
  readonly sort: Sort | null
  readonly shownSort: Sort | null
  readonly onSort: ((sort: Sort | null) => void) | undefined
  readonly selection: Pick<RowSelection<Row>, 'all' | 'onAll'> | undefined
}

/** Column heads; those that sort are buttons. Widths are set here, and every row follows. */
function TableHeadOf<Row, Group>({ columns, sort, shownSort, onSort, selection }: TableHeadProps<Row, Group>) {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.select}>
            <Checkbox label="Select all" hideLabel checked={selection.all} onChange={selection.onAll} />
          </th>
        )}
        {columns.map((column, index) => {
          const { id, header, sort: first } = column
          const sorted = shownSort?.id === id && (shownSort.desc ? 'descending' : 'ascending')
          return (
            <th
              key={id}
              scope="col"
              style={widthOf(column, growth(columns))}
              data-tip={column.tip}
              data-column={id}
              aria-sort={sorted || undefined}
              {...layoutOf(column, index)}
            >
              {first && onSort ? (
                <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, id, first))}>
                  {header}
                  {sorted && <Icon name={sorted === 'ascending' ? 'sort-up' : 'sort-down'} size={12} />}
                </button>
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** As a variable: paper has widths of its own. */
function widthOf(
  { width, grows }: { readonly width?: number; readonly grows?: boolean },
  share: number,
): CSSProperties | undefined {
  return width === undefined ? undefined : ({ '--width': `${width}px`, '--grows': grows ? share : 0 } as CSSProperties)
}

/** Drawn anew only when it changed, not while the table scrolls. */
export const TableHead = memo(TableHeadOf) as typeof TableHeadOf
