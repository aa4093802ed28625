import type { SearchField } from '#lib/search/field.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'

type Window = Omit<PartRequest, 'q'>

/** A part of what a search finds. */
export interface FoundIds {
  readonly ids: readonly string[]
  /** How many there are in all. */
  readonly hits: number
}

/** A table as a list that is searched and sorted where it is, of which only the rows are read that are asked for. All throw StoreError. */
export interface SearchedList<Row> {
  readonly fields: readonly SearchField[]
  /** Of the rows that all terms hold for, a part in their order. */
  find(terms: readonly Term[], window: Window): Promise<FoundIds>
  count(): Promise<number>
  /** Rows by their ids, in their order; those that are gone are left out. */
  rows(ids: readonly string[]): Promise<readonly Row[]>
}

/** A part of a list. Throws StoreError. */
export async function readPart<Row>(list: SearchedList<Row>, { q, ...window }: PartRequest): Promise<ListPart<Row>> {
  const { offset } = window
  const { terms, errors } = parseSearch(q, list.fields)
  if (errors.length > 0) return { rows: [], offset, hits: 0, of: await list.count(), errors }
  const { ids, hits } = await list.find(terms, window)
  const of = terms.length === 0 ? hits : await list.count()
  return { rows: await list.rows(ids), offset, hits, of, errors }
}

/** A list as it was at one moment, of which only the ids are read at first. */
export interface WholeList<Row> {
  readonly errors: readonly SearchError[]
  readonly count: number
  /** The rows as they are when their part is read. */
  parts(): AsyncGenerator<readonly Row[]>
}

/** Rows that are read at once. */
const PART = 500

/** The first `most` rows of a list, and no later one. Throws StoreError. */
export async function readWholeList<Row>(
  list: SearchedList<Row>,
  { q, sort }: Pick<PartRequest, 'q' | 'sort'>,
  most: number,
): Promise<WholeList<Row>> {
  const { terms, errors } = parseSearch(q, list.fields)
  const { ids } = errors.length > 0 ? { ids: [] } : await list.find(terms, { sort, offset: 0, limit: most })
  return {
    errors,
    count: ids.length,
    async *parts() {
      for (let at = 0; at < ids.length; at += PART) yield await list.rows(ids.slice(at, at + PART))
    },
  }
}
