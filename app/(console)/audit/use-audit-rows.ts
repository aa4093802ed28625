'use client'

import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type AuditNewsView, auditNewsQuery, auditQuery } from '#app/data/audit-queries.ts'
import type { ListSearch } from '#app/data/list-search.ts'
import { pendingSource, type TableSource } from '#components/data-table/table-source.ts'
import { useLastError } from '#components/ui/use-last-error.ts'
import { MAX_COUNTED_HITS, MAX_COUNTED_RECORDS } from '#lib/hap/audit/target.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { formatCount } from '#lib/util/format.ts'
import { noListExportReason } from '../list-export.tsx'
import { formatHits, type ListLabels } from '../list-labels.ts'

/** The page that the server loaded. */
export interface OpenedAudit {
  readonly search: ListSearch
  readonly page: AuditPage
  readonly news: AuditNewsView
}

interface AuditRows {
  readonly source: TableSource<AuditRow>
  /** The first page, with totals and search errors. */
  readonly answer: AuditPage | null
  readonly error: Error | null
  /** Whether the rows still belong to the previous search. */
  readonly behind: boolean
  readonly news: AuditNewsView | null
  /** Changes when the rows belong to another search or snapshot. */
  readonly listKey: string
  /** Reloads the list including newer actions. */
  readonly showNewer: () => void
  readonly refetch: () => void
}

/**
 * Number of placeholder rows for actions that are not loaded yet, and the distance from the end at
 * which the next page loads.
 */
const AHEAD = 25

/**
 * Actions of a search as of one moment. Newer actions are counted but not inserted, so that no row
 * moves; outcomes of visible actions stay current.
 */
export function useAuditRows(search: ListSearch, opened: OpenedAudit | null): AuditRows {
  const queries = useQueryClient()
  const [upTo, setUpTo] = useState(opened?.page.upTo ?? null)
  const isOpened = opened !== null && isSame(opened.search, search) && opened.page.upTo === upTo
  const { q, sort } = search
  const query = auditQuery(search, upTo)
  const {
    data,
    error: failure,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    fetchNextPage,
  } = useInfiniteQuery({
    ...query,
    ...(isOpened && {
      initialData: { pages: [opened.page], pageParams: [null] } satisfies InfiniteData<AuditPage, null>,
    }),
  })
  const listKey = `${sort} ${q} ${upTo}`
  const error = useLastError(isPlaceholderData ? undefined : data, failure, listKey)
  const first = (error !== null && isPlaceholderData ? null : data?.pages[0]) ?? null
  const end = upTo ?? first?.upTo ?? null
  const { data: news = null } = useQuery({
    ...auditNewsQuery(q, end ?? '0'),
    enabled: end !== null,
    ...(isOpened && { initialData: opened.news }),
  })

  const rows = useMemo(() => data?.pages.flatMap(page => page.rows) ?? [], [data])
  const unsettled = rows.some(({ outcome }) => outcome === 'open' || outcome === 'unknown')
  const logEnd = news?.end ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end of the log is the sign
  useEffect(() => {
    if (unsettled && logEnd !== end) void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }, [logEnd])

  const total = first && formatHits(AUDIT_LABELS, first)
  const source = useMemo(
    () => sourceOf(rows, hasNextPage ? total : null, () => !isFetchingNextPage && void fetchNextPage()),
    [rows, hasNextPage, total, isFetchingNextPage, fetchNextPage],
  )
  return {
    source: data === undefined && error === null ? FIRST_WAIT : source,
    answer: first,
    error,
    behind: isPlaceholderData,
    news,
    listKey,
    showNewer: () => setUpTo(logEnd),
    refetch: () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true }),
  }
}

function isSame(a: ListSearch, b: ListSearch): boolean {
  return a.q === b.q && a.sort === b.sort
}

const FIRST_WAIT = pendingSource<AuditRow>(20)

/** `total` is the number of all matching actions; null when all of them are loaded. */
function sourceOf(rows: readonly AuditRow[], total: string | null, readMore: () => void): TableSource<AuditRow> {
  const more = total !== null
  return {
    count: rows.length + (more ? AHEAD : 0),
    ...(more && { total }),
    grouped: false,
    loaded: { first: 0, end: rows.length },
    at: index => {
      const row = rows[index]
      return row === undefined ? { kind: 'pending', key: `pending-${index}` } : { kind: 'row', key: row.seq, row }
    },
    onWindow: (_, last) => {
      if (more && last >= rows.length - AHEAD) readMore()
    },
  }
}

/** Labels of the audit list. */
export const AUDIT_LABELS = {
  page: 'audit',
  title: 'Audit',
  noun: 'action',
  countedTo: { of: MAX_COUNTED_RECORDS, hits: MAX_COUNTED_HITS },
} as const satisfies ListLabels

/** Why the search cannot be exported, as a sentence; null when it can. */
export function noExportReason(first: Pick<AuditPage, 'hits' | 'errors'> | null): string | null {
  const reason = noListExportReason(first)
  if (reason !== null || (first?.hits ?? 0) < MAX_COUNTED_RECORDS) return reason
  return `A file is limited to ${formatCount(MAX_COUNTED_RECORDS)} actions. Narrow the time range.`
}
