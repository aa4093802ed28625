import type { SearchField } from '#lib/search/field.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { SearchedTable } from './condition.ts'
import { orderedBy, readSort } from './order.ts'

/** One field of a list that the database searches and sorts. Its key is its name in a search. */
interface TableField<Context, Column extends string> {
  readonly search: Omit<SearchField, 'name'>
  /** What a row holds under the field; of an enum in lower case. */
  readonly sql: Prisma.Sql | ((context: Context) => Prisma.Sql)
  readonly sort?: {
    /** Id of the column in the list that sorts by the field. */
    readonly column: Column
    /** Default: the value itself. */
    readonly by?: (sql: Prisma.Sql) => Prisma.Sql
    /** Rows may lack the value; those come last in both directions. */
    readonly mayLack?: true
  }
}

interface TableOptions<Column extends string> {
  /** Of rows that are equal in the sorted column. */
  readonly tie: Prisma.Sql
  /** Whether a free word occurs outside the text fields. */
  inOther(word: string): Prisma.Sql
  /** The column that lists sort by, descending, without a sort. */
  readonly defaultColumn: Column
}

/** A list of the database as its fields describe it. */
interface DescribedTable<Context, Column extends string> {
  readonly fields: readonly SearchField[]
  /** Columns that the list sorts by. */
  readonly sorts: readonly Column[]
  /** What the rows hold under the fields, for searchCondition. */
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
    const read = (sort: string) => readSort(sort, sorts, { column: defaultColumn, desc: true })
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
