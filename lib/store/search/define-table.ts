import type { SearchField } from '#lib/search/field.ts'
import type { Term } from '#lib/search/term.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { anyOf, contains, eachOnce, isIn, isOneOf, noneOf, within } from './sql-fragments.ts'

/** One field of a list that the database searches and sorts. Its key is its name in a search. */
interface TableField<Context, Column extends string> {
  readonly search: Omit<SearchField, 'name'>
  /** Value of the field; of an enum in lower case. */
  readonly sql: Prisma.Sql | ((context: Context) => Prisma.Sql)
  readonly sort?: {
    /** Id of the column in the list that sorts by the field. */
    readonly column: Column
    /** Default: the value. */
    readonly by?: (sql: Prisma.Sql) => Prisma.Sql
    /** The value may be null; nulls come last in both directions. */
    readonly mayLack?: true
  }
}

interface TableOptions<Column extends string> {
  /** Order of rows that are equal in the sorted column. */
  readonly tie: Prisma.Sql
  /** Whether a free word matches outside the text fields. */
  inOther(word: string): Prisma.Sql
  /** The column that lists sort by, descending, without a sort. */
  readonly defaultColumn: Column
}

/** A searchable and sortable list of the database. */
interface DescribedTable<Context, Column extends string> {
  readonly fields: readonly SearchField[]
  /** Sortable columns. */
  readonly sorts: readonly Column[]
  /** Values of the fields, for searchCondition. */
  searched(context: Context): SearchedTable
  /** The order that a `sort` parameter asks for, `total` or `-total`. */
  order(sort: string, context: Context): Prisma.Sql
  /** The name of the field that a `sort` parameter asks for. */
  sortedField(sort: string): string
}

/** Describes a list of the database once, by one record for each field. `Context` holds what the SQL of a field depends on. */
export function defineTable<Context>() {
  return <Column extends string>(
    { tie, inOther, defaultColumn }: TableOptions<NoInfer<Column>>,
    fields: Readonly<Record<string, TableField<Context, Column>>>,
  ): DescribedTable<Context, Column> => {
    const all = Object.entries(fields)
    const sqlOf = ({ sql }: TableField<Context, Column>, context: Context) =>
      typeof sql === 'function' ? sql(context) : sql
    const ofKind = (kind: SearchField['kind'], context: Context) =>
      Object.fromEntries(
        all.flatMap(([name, field]) => (field.search.kind === kind ? [[name, sqlOf(field, context)]] : [])),
      )
    const sorted = new Map(all.flatMap(([name, field]) => (field.sort ? [[field.sort.column, { name, field }]] : [])))
    const sorts = [...sorted.keys()]
    const read = (sort: string) => parseSort(sort, sorts, { column: defaultColumn, desc: true })
    const sortedBy = (column: Column) => {
      const found = sorted.get(column)
      if (found === undefined) throw new Error(`No field sorts the column ${column}.`)
      return found
    }
    return {
      fields: all.map(([name, { search }]) => ({ name, ...search })),
      sorts,
      searched: context => ({
        texts: ofKind('text', context),
        enums: ofKind('enum', context),
        numbers: ofKind('number', context),
        times: ofKind('time', context),
        inOther,
      }),
      order(sort, context) {
        const { column, desc } = read(sort)
        const { field } = sortedBy(column)
        const { by = (sql: Prisma.Sql) => sql, mayLack = false } = field.sort ?? {}
        return Prisma.sql`${orderedBy(by(sqlOf(field, context)), desc, mayLack)}, ${tie}`
      },
      sortedField: sort => sortedBy(read(sort).column).name,
    }
  }
}

interface Direction<Column> {
  readonly column: Column
  readonly desc: boolean
}

/** Parses a `sort` parameter, `total` or `-total`; an unknown column yields the default. */
function parseSort<Column extends string>(
  sort: string,
  columns: readonly Column[],
  usual: Direction<Column>,
): Direction<Column> {
  const column = columns.find(each => each === sort.replace(/^-/, ''))
  return column === undefined ? usual : { column, desc: sort.startsWith('-') }
}

/** ORDER BY a value; nulls last in both directions where it `mayLack` one. */
function orderedBy(value: Prisma.Sql, desc: boolean, mayLack: boolean): Prisma.Sql {
  const direction = desc ? Prisma.sql`DESC` : Prisma.sql`ASC`
  // Only where needed: indexes have no such order.
  return mayLack ? Prisma.sql`${value} ${direction} NULLS LAST` : Prisma.sql`${value} ${direction}`
}

type Columns = Readonly<Record<string, Prisma.Sql>>

/** Values of a table's fields by kind of search field. */
export interface SearchedTable {
  readonly texts: Columns
  /** In lower case. */
  readonly enums: Columns
  readonly numbers: Columns
  readonly times: Columns
  /** Whether a free word matches anything but the texts. */
  inOther(word: string): Prisma.Sql
}

/** The terms of a search as an SQL condition; equals `createMatcher` in memory. */
export function searchCondition(terms: readonly Term[], table: SearchedTable, now: number): Prisma.Sql {
  const tests = Array.from(eachOnce(terms), term => {
    const test = testOf(term, table, now)
    return term.negated ? noneOf(test) : test
  })
  return tests.length === 0 ? Prisma.sql`TRUE` : Prisma.join(tests, ' AND ')
}

function testOf(term: Term, table: SearchedTable, now: number): Prisma.Sql {
  if (term.kind === 'word') {
    const texts = new Set(Object.values(table.texts))
    return anyOf([...Array.from(texts, text => contains(text, term.text)), table.inOther(term.text)])
  }
  const { field } = term
  if (term.kind === 'text') return anyOf(term.values.map(value => contains(columnOf(table.texts, field), value)))
  if (term.kind === 'enum') return isOneOf(columnOf(table.enums, field), term.values)
  if (term.kind === 'number') return anyOf(term.values.map(range => isIn(columnOf(table.numbers, field), range)))
  if (term.kind === 'time') return anyOf(term.values.map(text => within(columnOf(table.times, field), text, now)))
  throw new Error(`The table cannot be searched by ${field}.`)
}

function columnOf(columns: Columns, field: string): Prisma.Sql {
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined
  if (column === undefined) throw new Error(`The table cannot be searched by ${field}.`)
  return column
}
