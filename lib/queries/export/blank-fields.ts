import type { ListFile } from '../define-list.ts'

/** The columns and the JSON of a list whose rows leave some properties empty. */
export function blankFields<Item>(
  { columns, toRow }: Pick<ListFile<Item>, 'columns' | 'toRow'>,
  fieldsOf: (item: Item) => readonly string[],
): Pick<ListFile<Item>, 'columns' | 'toRow'> {
  return {
    columns: columns.map(([name, cell, field]) => [
      name,
      item => (fieldsOf(item).includes(field) ? null : cell(item)),
      field,
    ]),
    toRow: item => ({ ...toRow(item), ...Object.fromEntries(fieldsOf(item).map(field => [field, null])) }),
  }
}
