/** Rows that can be chosen, by whoever uses the table. */
export interface RowSelection<Row> {
  readonly has: (key: string) => boolean
  /** Chooses a row, or takes that back; `extend` chooses all from the last one to this. Keep it the same function: another one draws every row anew. */
  readonly pick: (index: number, key: string, extend: boolean) => void
  /** Of all rows of the list, also those that are not loaded. */
  readonly all: boolean | 'mixed'
  readonly onAll: (chosen: boolean) => void
  /** What the box of a row is called by. */
  readonly nameOf: (row: Row) => string
}
