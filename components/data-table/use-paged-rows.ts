import { type QueryKey, type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useLastError } from '#components/ui/use-last-error.ts'
import { pendingSource, type TableSource, visibleParts } from './table-source.ts'
import { type Hold, useHeldRows } from './use-held-rows.ts'

/** A page of a list, as an API route returns it. */
interface Part<Row> {
  readonly rows: readonly Row[]
  readonly offset: number
  /** Number of rows that match the search. */
  readonly hits: number
}

interface PartedRowsOptions<Row, Answer extends Part<Row>, Key extends QueryKey> {
  /** Identifies search and order. A new value starts a new list. */
  readonly listKey: string
  readonly partRows: number
  /** Query of one page, counted from 0. */
  readonly queryOf: (part: number) => UseQueryOptions<Answer, Error, Answer, Key>
  readonly keyOf: (row: Row) => string
}

export interface PagedRows<Row, Answer> {
  readonly source: TableSource<Row>
  readonly hold: Hold
  /**
   * The first visible page, with totals and search errors; of the previous list while a new one
   * loads.
   */
  readonly answer: Answer | null
  readonly error: Error | null
  /** Whether the rows belong to the previous list. */
  readonly behind: boolean
  /** Refetches the visible pages. */
  readonly refetch: () => void
}

/**
 * Loads the visible pages of a long list. The rows of the previous search stay until the first page
 * of a new one arrives.
 */
export function usePagedRows<Row, Answer extends Part<Row>, Key extends QueryKey>(
  options: PartedRowsOptions<Row, Answer, Key>,
): PagedRows<Row, Answer> {
  const { listKey, partRows, queryOf, keyOf } = options
  const client = useQueryClient()
  const [window, setWindow] = useState({ list: listKey, first: 0, last: 0 })
  const [shown, setShown] = useState<Shown<Answer>>({ list: listKey, answers: [] })
  const { first, last } = window.list === listKey ? window : { first: 0, last: 0 }
  // Do not read ahead beyond the end of the list.
  const end = last * partRows < (shown.answers[0]?.hits ?? 0) ? last : Math.max(first, last - 1)
  const queries = Array.from({ length: end - first + 1 }, (_, index) => queryOf(first + index))
  const { answers, error: failure } = useQueries({ queries, combine: combineParts<Answer> })
  const error = useLastError(answers.length > 0 ? answers : undefined, failure, listKey)

  const arrived = answers.length > 0 || shown.answers.length === 0
  const current = arrived ? { list: listKey, answers } : shown
  if (arrived && shown.answers !== answers) setShown(current)

  const onWindow = useCallback(
    (from: number, to: number) => {
      const next = { list: listKey, ...visibleParts(from, to, partRows) }
      setWindow(before =>
        before.list === next.list && before.first === next.first && before.last === next.last ? before : next,
      )
    },
    [listKey, partRows],
  )
  const source = useMemo(() => sourceOf(current.answers, keyOf, onWindow), [current.answers, keyOf, onWindow])
  const waiting = current.answers.length === 0 && error === null
  const behind = current.list !== listKey
  return {
    ...useHeldRows(waiting ? FIRST_WAIT : source, behind ? null : listKey),
    answer: current.answers[0] ?? null,
    error,
    behind,
    refetch: () => {
      for (const { queryKey } of queries) void client.refetchQueries({ queryKey, exact: true })
    },
  }
}

/** Placeholder lines before the first page. */
const FIRST_WAIT = pendingSource<never>(20)

interface Shown<Answer> {
  readonly list: string
  readonly answers: readonly Answer[]
}

interface QueryResult<Answer> {
  readonly data: Answer | undefined
  readonly isPlaceholderData: boolean
  readonly error: Error | null
}

function combineParts<Answer>(results: readonly QueryResult<Answer>[]) {
  return {
    answers: results.flatMap(({ data, isPlaceholderData }) => (data === undefined || isPlaceholderData ? [] : [data])),
    error: results.find(({ error }) => error !== null)?.error ?? null,
  }
}

function sourceOf<Row>(
  parts: readonly Part<Row>[],
  keyOf: (row: Row) => string,
  onWindow: (first: number, last: number) => void,
): TableSource<Row> {
  return {
    count: parts[0]?.hits ?? 0,
    grouped: false,
    loaded: loadedOf(parts),
    at: index => {
      const part = parts.find(({ offset, rows }) => index >= offset && index < offset + rows.length)
      const row = part?.rows[index - part.offset]
      return row === undefined ? { kind: 'pending', key: `pending-${index}` } : { kind: 'row', key: keyOf(row), row }
    },
    onWindow,
  }
}

function loadedOf<Row>(parts: readonly Part<Row>[]): TableSource<Row>['loaded'] {
  const first = parts[0]?.offset ?? 0
  const end = parts.reduce((at, { offset, rows }) => (offset === at ? at + rows.length : at), first)
  return { first, end }
}
