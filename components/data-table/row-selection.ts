/** Row selection, controlled by the component that renders the table. */
export interface RowSelection<Row> {
  readonly has: (key: string) => boolean
  /**
   * Toggles a row; `extend` selects from the last one to this. Pass a stable function: a new one
   * renders every row again.
   */
  readonly pick: (index: number, key: string, extend: boolean) => void
  /** Of all rows of the list, also those that are not loaded. */
  readonly all: boolean | 'mixed'
  readonly onAll: (chosen: boolean) => void
  /** What the box of a row is called by. */
  readonly nameOf: (row: Row) => string
}
