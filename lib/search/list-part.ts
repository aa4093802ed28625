import type { SearchError } from './term.ts'

/** What a list is asked for; `sort` is a column, with `-` before it for descending order. */
export interface PartRequest {
  readonly q: string
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/** A part of a list, with what the whole is. */
export interface ListPart<Row> {
  readonly rows: readonly Row[]
  readonly offset: number
  /** Rows the search leaves. */
  readonly hits: number
  /** Rows without any search. */
  readonly of: number
  /** What is wrong with the search; it then finds nothing, so that a slip never passes for an answer. */
  readonly errors: readonly SearchError[]
}

/** Views of others that are listed, by name; one's own are all there. */
export const MAX_SHARED_VIEWS = 500

/** Characters of a name that are looked for; Kubernetes allows none longer than 253. */
export const MAX_NAME_SEARCH = 256
