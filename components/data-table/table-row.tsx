import { memo, type ReactNode } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { RowContext } from '#components/ui/links.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type Column, layoutOf } from './column.ts'
import styles from './data-table.module.css'
import type { RowSelection, TableItem } from './table-source.ts'

interface TableLineProps<Row, Group> extends LineProps {
  readonly item: TableItem<Row, Group>
  readonly columns: readonly Column<Row, Group>[]
  readonly selection: RowSelection<Row> | undefined
}

/** Renders a line: a row, the head of a group, or a row that is not loaded yet. */
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

interface TableRowProps<Row, Group> extends LineProps {
  readonly rowKey: string
  readonly row: Row
  /** The row was deleted and is shown only because the rows are held. */
  readonly gone: boolean | undefined
  readonly columns: readonly Column<Row, Group>[]
  /** Undefined without row selection. */
  readonly selected: boolean | undefined
  readonly selectName: ((row: Row) => string) | undefined
  readonly onPick: ((index: number, key: string, extend: boolean) => void) | undefined
}

function TableRowOf<Row, Group>(props: TableRowProps<Row, Group>) {
  const { rowKey, row, gone, columns, selected, selectName, onPick, ...line } = props
  const { index, active } = line
  return (
    <tr
      {...rowAttributes(rowKey, line)}
      className={styles.row}
      aria-selected={selected}
      data-gone={gone}
      data-tip={gone && 'No longer in the list. Last known values are shown.'}
    >
      <LineCells
        columns={columns}
        active={active}
        lead={
          selected !== undefined && (
            <SelectCell
              name={selectName?.(row) ?? ''}
              checked={selected}
              active={active}
              onPick={extend => onPick?.(index, rowKey, extend)}
            />
          )
        }
        content={(column, index) => (
          <>
            {column.cell(row)}
            {gone && index === 0 && <VisuallyHidden> (deleted)</VisuallyHidden>}
          </>
        )}
      />
    </tr>
  )
}

/** Memoised, so that scrolling the table renders only rows whose props change. */
const TableRow = memo(TableRowOf) as typeof TableRowOf

interface SelectCellProps {
  readonly name: string
  readonly checked: boolean
  /** Whether the row has the keyboard focus. */
  readonly active: boolean
  readonly onPick: (extend: boolean) => void
}

/** Checkbox of a row. With Shift it extends the selection to this row. */
function SelectCell({ name, checked, active, onPick }: SelectCellProps) {
  return (
    <td className={styles.select}>
      <Checkbox
        label={`Select ${name}`}
        hideLabel
        checked={checked}
        tabIndex={active ? 0 : -1}
        onChange={(_, shift) => onPick(shift)}
      />
    </td>
  )
}

interface GroupRowProps<Row, Group> extends LineProps {
  readonly item: Extract<TableItem<Row, Group>, { readonly kind: 'group' }>
  readonly columns: readonly Column<Row, Group>[]
  readonly selectable: boolean
}

/** Head of a group: opens and closes it, and shows totals in the columns below. */
function GroupRow<Row, Group>({ item, columns, selectable, ...line }: GroupRowProps<Row, Group>) {
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

/** Placeholder for a row that is not loaded, in its final size. */
function PendingRow<Row, Group>({
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

interface LineCellsProps<Row, Group> {
  readonly columns: readonly Column<Row, Group>[]
  readonly active: boolean
  /** Cell before the columns, for the checkbox of a selectable row. */
  readonly lead?: ReactNode
  readonly content: (column: Column<Row, Group>, index: number) => ReactNode
}

/** The cells of one line. The first names the row for assistive technology. */
function LineCells<Row, Group>({ columns, active, lead, content }: LineCellsProps<Row, Group>) {
  return (
    <RowContext value={active}>
      {lead}
      {columns.map((column, index) => {
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell key={column.id} scope={index === 0 ? 'row' : undefined} {...layoutOf(column, index)}>
            {content(column, index)}
          </Cell>
        )
      })}
    </RowContext>
  )
}

/** Props of every rendered line, regardless of its kind. */
interface LineProps {
  readonly index: number
  /** The keyboard is on it, or would be when the table got the focus. */
  readonly active: boolean
  readonly onFocus: (index: number, key: string) => void
  /** Set while heights must be measured. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** Attributes of the `<tr>` of a line. Row 1 is the head. */
function rowAttributes(key: string, { index, active, onFocus, measure }: LineProps) {
  return {
    ref: measure,
    'data-index': index,
    'aria-rowindex': index + 2,
    tabIndex: active ? 0 : -1,
    onFocus: () => onFocus(index, key),
  }
}
