import type { ExportColumn } from './rows-file.ts'

/** The columns and the JSON of rows that have nothing in some of their fields, whatever stands there. */
export function blankFields<Row extends object>(
  columns: readonly ExportColumn<Row>[],
  fieldsOf: (row: Row) => readonly (keyof Row & string)[],
): { readonly columns: readonly ExportColumn<Row>[]; toJson(row: Row): object } {
  return {
    columns: columns.map(([name, cell, field]) => [
      name,
      row => (fieldsOf(row).includes(field) ? null : cell(row)),
      field,
    ]),
    toJson: row => ({ ...row, ...Object.fromEntries(fieldsOf(row).map(field => [field, null])) }),
  }
}
