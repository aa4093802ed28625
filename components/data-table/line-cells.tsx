import type { ReactNode } from 'react'
import { RowContext } from '#components/ui/row-context.ts'
import { layoutOf } from './cell-layout.ts'
import type { Column } from './column.ts'

interface LineCellsProps<Row, Group> {
  readonly columns: readonly Column<Row, Group>[]
  readonly active: boolean
  /** The cell before the columns, where rows can be chosen. */
  readonly lead?: ReactNode
  readonly content: (column: Column<Row, Group>, index: number) => ReactNode
}

/** The cells of one line. The first names the row for assistive technology. */
export function LineCells<Row, Group>({ columns, active, lead, content }: LineCellsProps<Row, Group>) {
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
