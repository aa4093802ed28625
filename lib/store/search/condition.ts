import type { Term } from '#lib/search/term.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { anyOf, contains, eachOnce, isIn, isOneOf, noneOf, within } from './sql-tests.ts'

type Columns = Readonly<Record<string, Prisma.Sql>>

/** What the rows of a table hold under the fields of a search. */
export interface SearchedTable {
  readonly texts: Columns
  /** In lower case. */
  readonly enums: Columns
  readonly numbers: Columns
  readonly times: Columns
  /** Whether a free word stands in anything but the texts. */
  inOther(word: string): Prisma.Sql
}

/** The terms of a search as a condition on the rows of a table: the same as `matcher` answers. */
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
