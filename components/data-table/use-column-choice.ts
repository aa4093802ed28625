import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { parseColumns, shownColumns } from './chosen-columns.ts'
import type { Column } from './column.ts'

/** Which columns of a table are shown. */
export interface ColumnChoice<Row, Group = never> {
  readonly all: readonly Column<Row, Group>[]
  readonly shown: readonly Column<Row, Group>[]
  /** Null while the table shows what it shows by itself. */
  readonly chosen: ReadonlySet<string> | null
  /** The choice as a parameter; empty for none. */
  readonly cols: string
  readonly choose: (cols: string) => void
}

/** The chosen columns, stored in the URL parameter `cols`. Pass a stable `columns` list. */
export function useColumnChoice<Row, Group = never>(columns: readonly Column<Row, Group>[]): ColumnChoice<Row, Group> {
  const [text, choose] = useParameter('cols')
  const chosen = useMemo(() => parseColumns(text, columns), [text, columns])
  const shown = useMemo(() => shownColumns(columns, chosen), [columns, chosen])
  return { all: columns, shown, chosen, cols: chosen ? [...chosen].join(',') : '', choose }
}
