import { type CSSProperties, memo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { type Column, getNextSort, growth, layoutOf, type Sort } from './column.ts'
import styles from './data-table.module.css'
import type { RowSelection } from './table-source.ts'

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
                <button type="button" className={styles.sort} onClick={() => onSort(getNextSort(sort, id, first))}>
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

/** The width as a CSS variable, because rows that are blocks ignore it. */
function widthOf(
  { width, grows }: { readonly width?: number; readonly grows?: boolean },
  share: number,
): CSSProperties | undefined {
  return width === undefined ? undefined : ({ '--width': `${width}px`, '--grows': grows ? share : 0 } as CSSProperties)
}

/** Memoised, so that scrolling the table does not render it. */
export const TableHead = memo(TableHeadOf) as typeof TableHeadOf

interface SortMenuProps<Row, Group> {
  readonly columns: readonly Column<Row, Group>[]
  readonly sort: Sort | null
  readonly onSort: (sort: Sort | null) => void
}

/** Sort order for rows rendered as blocks, which have no column heads. Choosing the same column reverses it. */
function SortMenuOf<Row, Group>({ columns, sort, onSort }: SortMenuProps<Row, Group>) {
  const sortable = columns.flatMap(({ id, header, sort: first }) => (first ? [{ id, header, first }] : []))
  if (sortable.length < 2) return null
  const sorted = sortable.find(({ id }) => id === sort?.id)
  return (
    <div className={styles.order}>
      <Menu
        label="Order"
        trigger={props => (
          <Button {...props} look="ghost" size="small">
            {sorted ? `Sorted by ${sorted.header}` : 'Sort'}
            {sorted && <Direction sort={sort} />}
          </Button>
        )}
      >
        {sortable.map(({ id, header, first }) => (
          <MenuItem key={id} checked={sort?.id === id} onSelect={() => onSort(getNextSort(sort, id, first))}>
            {header}
            {sort?.id === id && <Direction sort={sort} />}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}

function Direction({ sort }: { readonly sort: Sort | null }) {
  return <Icon name={sort?.desc ? 'sort-down' : 'sort-up'} size={12} />
}

/** Memoised, so that scrolling the table does not render it. */
export const SortMenu = memo(SortMenuOf) as typeof SortMenuOf
