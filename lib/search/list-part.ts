import type { SearchError } from './term.ts'

/** A request for a part of a list; `sort` is a column, with the prefix `-` for descending order. */
export interface PartRequest {
  readonly q: string
  readonly sort: string
  readonly offset: number
  readonly limit: number
}

/** A part of a list with the size of the whole. */
export interface ListPart<Row> {
  readonly rows: readonly Row[]
  readonly offset: number
  /** Number of rows that match the search. */
  readonly hits: number
  /** Number of rows without a search. */
  readonly of: number
  /** Errors of the search; an invalid search finds nothing. */
  readonly errors: readonly SearchError[]
}

/** Maximum number of listed views of other users; a user's own views are all listed. */
export const MAX_SHARED_VIEWS = 500

/** Maximum length of a searched name; Kubernetes permits 253 characters. */
export const MAX_NAME_SEARCH = 256
