import { Prisma } from '#lib/store/generated/prisma/client.ts'

interface Direction<Column> {
  readonly column: Column
  readonly desc: boolean
}

/** The column and the direction a `sort` parameter asks for, `total` or `-total`; one that there is not asks for the usual order. */
export function readSort<Column extends string>(
  sort: string,
  columns: readonly Column[],
  usual: Direction<Column>,
): Direction<Column> {
  const column = columns.find(each => each === sort.replace(/^-/, ''))
  return column === undefined ? usual : { column, desc: sort.startsWith('-') }
}

/** Rows by a value. Those that `mayLack` it stand last, whatever the direction. */
export function orderedBy(value: Prisma.Sql, desc: boolean, mayLack: boolean): Prisma.Sql {
  const direction = desc ? Prisma.sql`DESC` : Prisma.sql`ASC`
  // Only where it means something: an index has no such order.
  return mayLack ? Prisma.sql`${value} ${direction} NULLS LAST` : Prisma.sql`${value} ${direction}`
}

/** Names in the order of compareText, whatever language the database was made for. */
export function byName(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${text} COLLATE "C"`
}

/** A value by its place in a list. */
export function byPlace(list: readonly string[], value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`array_position(${[...list]}::text[], ${value})`
}
