import { memo } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import type { Column, Sort } from './column.ts'
import styles from './data-table.module.css'
import { nextSort } from './next-sort.ts'

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
          <MenuItem key={id} checked={sort?.id === id} onSelect={() => onSort(nextSort(sort, id, first))}>
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
