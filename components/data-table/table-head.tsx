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
  /** The latest requested sort order, from which the next click continues. */
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

/** The width as a CSS variable, because the print style sheet sets other widths. */
function widthOf(
  { width, grows }: { readonly width?: number; readonly grows?: boolean },
  share: number,
): CSSProperties | undefined {
  return width === undefined ? undefined : ({ '--width': `${width}px`, '--grows': grows ? share : 0 } as CSSProperties)
}

/** Memoised, so that scrolling the table does not render it. */
export const TableHead = memo(TableHeadOf) as typeof TableHeadOf
