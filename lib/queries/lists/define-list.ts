import { z } from 'zod'
import { compareText } from '#lib/hap/text.ts'
import type { FieldValue, SearchField } from '#lib/search/field.ts'
import type { Compare, ListShape } from './list-window.ts'
import type { ColumnFields, ExportColumn } from './rows-file.ts'

type Cell = string | number | boolean | null

/**
 * One field of a list of `Item`s: how to search, sort, answer and export it. Its key is the
 * property of rows, its name in searches and the id of its column, unless `search.name` or `column`
 * differ.
 */
interface ListField<Item, Value> {
  /**
   * Schema of the property in API responses. A field without schema is only searched, sorted or
   * exported.
   */
  readonly row?: z.ZodType<Value>
  /** The property of a row. Default: the property of the item with the same name. */
  readonly value?: (item: Item) => ReadOnly<NoInfer<Value>>
  readonly search?: FieldSearch<Item>
  readonly sort?: Order<Item>
  /**
   * Ids of the columns that show the property; the first one sorts by the field. Default: the key,
   * for an exported field.
   */
  readonly column?: string | readonly string[]
  /** Columns of the CSV file: the header of the value itself, or cells by their headers. */
  readonly csv?: string | Readonly<Record<string, (value: ReadOnly<NoInfer<Value>>, item: Item) => Cell>>
  /** CSV column before which those of this field are placed. Default: the order of the fields. */
  readonly csvBefore?: string
  /** Data behind the property: while it is unknown, exports leave the property empty. */
  readonly countedFrom?: readonly CountSource[] | ((item: Item) => readonly CountSource[])
}

/** Shoots of Gardener, and claims of the database. */
export type CountSource = 'shoots' | 'claims'

interface FieldSearch<Item> extends Omit<SearchField, 'name'> {
  /** Default: the key of the field. */
  readonly name?: string
  /** Value that a search matches. Default: the property of the row. */
  readonly read?: (item: Item) => FieldValue
}

/** Order of a column. Items without a value come last in both directions. */
interface Order<Item> {
  readonly compare: Compare<Item>
  readonly lacks?: (item: Item) => boolean
}

/** Sorts by text; an item without text comes last. */
export function byText<Item>(textOf: (item: Item) => string | null | undefined): Order<Item> {
  return {
    compare: (a, b) => compareText(textOf(a) ?? '', textOf(b) ?? ''),
    lacks: item => (textOf(item) ?? null) === null,
  }
}

/** Sorts by number; an item without number comes last. */
export function byNumber<Item>(numberOf: (item: Item) => number | null): Order<Item> {
  return {
    compare: (a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0),
    lacks: item => numberOf(item) === null,
  }
}

type ReadOnly<Value> = Value extends readonly (infer Each)[]
  ? readonly ReadOnly<Each>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> }
    : Value

/** Keys of the fields with a schema. */
type RowKey<Values> = { [Key in keyof Values]: unknown extends Values[Key] ? never : Key }[keyof Values]

/** What an export of a list needs. */
export interface ListFile<Item> {
  /** Columns of the CSV file, in order. */
  readonly columns: readonly ExportColumn<Item>[]
  readonly shows: ColumnFields
  /** Returns the properties that depend on one of the sources. */
  countedFrom(item: Item, sources: ReadonlySet<CountSource>): readonly string[]
  toRow(item: Item): object
}

/** A list as defined by its fields. */
interface List<Item, Values> extends ListShape<Item>, ListFile<Item> {
  /** Schema of its rows in the API. */
  readonly schema: z.ZodObject<{ readonly [Key in RowKey<Values>]: z.ZodType<Values[Key]> }>
  toRow(item: Item): { readonly [Key in RowKey<Values>]: ReadOnly<Values[Key]> }
}

/** Row of a list: an item in API responses and on pages. */
export type RowOf<Of extends { toRow(item: never): unknown }> = ReturnType<Of['toRow']>

type ListOrder<Item> = Pick<ListShape<Item>, 'defaultSort' | 'itemOrder' | 'tie'>

/**
 * Defines a list by one record per field, in the order of the search box. The search fields,
 * reader, orders, CSV columns, the fields of each column, and schema and type of rows are derived
 * from it.
 */
export function defineList<Item extends object>() {
  return <Values>(
    order: ListOrder<Item>,
    fields: { readonly [Key in keyof Values]: ListField<Item, Values[Key]> },
  ): List<Item, Values> => {
    const all = Object.entries(fields as unknown as Readonly<Record<string, AnyField<Item>>>)
    const inRow = all.flatMap(([key, field]) =>
      field.row ? [{ key, schema: field.row, read: valueReader(key, field) }] : [],
    )
    const searched = all.flatMap(([key, field]) => (field.search ? [searchOf(key, field, field.search)] : []))
    const sorted = all.flatMap(([key, field]) =>
      field.sort ? [[columnsOf(key, field)[0] ?? key, field.sort] as const] : [],
    )
    const readers = new Map(searched.map(({ field, read }) => [field.name, read]))
    const list = {
      ...order,
      fields: searched.map(({ field }) => field),
      read: (item: Item) => (name: string) => readers.get(name)?.(item) ?? null,
      orders: Object.fromEntries(sorted.map(([column, { compare }]) => [column, compare])),
      lacks: Object.fromEntries(sorted.flatMap(([column, { lacks }]) => (lacks ? [[column, lacks]] : []))),
      columns: csvColumns(all),
      shows: shownFields(all),
      countedFrom: countReader(all),
      schema: z.object(Object.fromEntries(inRow.map(({ key, schema }) => [key, schema]))),
      toRow: (item: Item) => Object.fromEntries(inRow.map(({ key, read }) => [key, read(item)])),
    }
    // The object has the keys and values of `Values`; TypeScript loses them in Object.entries.
    return list as unknown as List<Item, Values>
  }
}

type AnyField<Item> = ListField<Item, unknown>

function valueReader<Item extends object>(key: string, { value }: AnyField<Item>): (item: Item) => unknown {
  return value ?? (item => Reflect.get(item, key))
}

function searchOf<Item extends object>(
  key: string,
  field: AnyField<Item>,
  { name = key, read, ...rest }: FieldSearch<Item>,
) {
  const value = valueReader(key, field)
  return { field: { name, ...rest }, read: read ?? ((item: Item) => fieldValue(value(item))) }
}

/**
 * Converts a property for the search. Throws for a composite value: its field has to define
 * `search.read`.
 */
function fieldValue(value: unknown): FieldValue {
  if (isSingle(value)) return value
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value
  throw new TypeError('A search cannot read this property: its field needs `search.read`.')
}

function countReader<Item>(fields: readonly (readonly [string, AnyField<Item>])[]): ListFile<Item>['countedFrom'] {
  const counted = fields.flatMap(([key, { countedFrom }]) => (countedFrom ? [{ key, countedFrom }] : []))
  return (item, sources) =>
    counted
      .filter(({ countedFrom: from }) =>
        (typeof from === 'function' ? from(item) : from).some(each => sources.has(each)),
      )
      .map(({ key }) => key)
}

function columnsOf<Item>(key: string, { column, csv }: AnyField<Item>): readonly string[] {
  if (column === undefined) return csv === undefined ? [] : [key]
  return typeof column === 'string' ? [column] : column
}

function csvColumns<Item extends object>(
  fields: readonly (readonly [string, AnyField<Item>])[],
): readonly ExportColumn<Item>[] {
  const columns: ExportColumn<Item>[] = []
  const placed = ([, { csvBefore }]: (typeof fields)[number]) => csvBefore !== undefined
  const inOrder = [...fields.filter(field => !placed(field)), ...fields.filter(placed)]
  for (const [key, field] of inOrder) {
    const before = columns.findIndex(([header]) => header === field.csvBefore)
    columns.splice(before < 0 ? columns.length : before, 0, ...csvOf(key, field))
  }
  return columns
}

function csvOf<Item extends object>(key: string, field: AnyField<Item>): readonly ExportColumn<Item>[] {
  const value = valueReader(key, field)
  const { csv = {} } = field
  const cells = typeof csv === 'string' ? { [csv]: cellValue } : csv
  return Object.entries(cells).map(([header, cell]) => [header, item => cellText(cell(value(item), item)), key])
}

function cellText(cell: Cell): string | number | null {
  return typeof cell === 'boolean' ? String(cell) : cell
}

/** Converts a property to a cell. Throws for a composite value: its field has to define `csv`. */
function cellValue(value: unknown): Cell {
  if (isSingle(value)) return value
  throw new TypeError('A file has no cell for this property: its field needs a cell in `csv`.')
}

function isSingle(value: unknown): value is Cell {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function shownFields<Item>(fields: readonly (readonly [string, AnyField<Item>])[]): ColumnFields {
  const shown: Record<string, string[]> = {}
  for (const [key, field] of fields) {
    if (field.row === undefined && field.csv === undefined) continue
    for (const column of columnsOf(key, field)) shown[column] = [...(shown[column] ?? []), key]
  }
  return shown
}
