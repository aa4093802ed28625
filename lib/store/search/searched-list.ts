import type { SearchField } from '#lib/search/field.ts'
import type { ListPart, PartRequest } from '#lib/search/list-part.ts'
import { parseSearch } from '#lib/search/parse.ts'
import type { SearchError, Term } from '#lib/search/term.ts'

type Window = Omit<PartRequest, 'q'>

/** Ids of one page of a search. */
export interface FoundIds {
  readonly ids: readonly string[]
  /** Number of all matches. */
  readonly hits: number
}

/**
 * A list that the database searches and sorts, so that only requested rows are read. All methods
 * throw StoreError.
 */
export interface SearchedList<Row> {
  readonly fields: readonly SearchField[]
  /** One page of the rows that match all terms. */
  find(terms: readonly Term[], window: Window): Promise<FoundIds>
  count(): Promise<number>
  /** Rows by id, in the given order; missing ones are left out. */
  rows(ids: readonly string[]): Promise<readonly Row[]>
}

/** Reads one page of a list. Throws StoreError. */
export async function readPart<Row>(list: SearchedList<Row>, { q, ...window }: PartRequest): Promise<ListPart<Row>> {
  const { offset } = window
  const { terms, errors } = parseSearch(q, list.fields)
  if (errors.length > 0) return { rows: [], offset, hits: 0, of: await list.count(), errors }
  const { ids, hits } = await list.find(terms, window)
  const of = terms.length === 0 ? hits : await list.count()
  return { rows: await list.rows(ids), offset, hits, of, errors }
}

/** Ids of a list at one moment; rows are read in parts. */
export interface WholeList<Row> {
  readonly errors: readonly SearchError[]
  readonly count: number
  /** Rows as they are when their part is read. */
  parts(): AsyncGenerator<readonly Row[]>
}

/** Rows per read. */
const PART = 500

/** The first `most` rows of a list. Throws StoreError. */
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
