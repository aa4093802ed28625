'use client'

import { DataTable } from '#components/data-table/data-table.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../list-page.tsx'
import { NoHits } from '../no-hits.tsx'
import { useListSearch } from '../use-list-search.ts'
import { AUDIT_COLUMNS } from './audit-columns.tsx'
import { AuditFooter } from './audit-footer.tsx'
import { AuditStrips } from './audit-strips.tsx'
import { AUDIT_WORDS, noExportReason } from './audit-words.ts'
import { ChainBadge } from './chain-badge.tsx'
import { type OpenedAudit, useAuditRows } from './use-audit-rows.ts'

interface AuditListProps {
  readonly fields: readonly SearchField[]
  /** Null when the database did not answer. */
  readonly opened: OpenedAudit | null
}

const DEFAULT_SORT = { id: 'at', desc: true } as const

/** What was done and what was refused. */
export function AuditList({ fields, opened }: AuditListProps) {
  const list = useListSearch(AUDIT_COLUMNS)
  const rows = useAuditRows(list.search, opened)
  const { source, answer, behind, news, listKey, showNewer } = rows
  const sort = list.sort ?? DEFAULT_SORT
  const state = { words: AUDIT_WORDS, fields, list }
  return (
    <ListPage
      {...state}
      rows={rows}
      noFile={noExportReason(answer)}
      upTo={answer?.upTo}
      badge={news && <ChainBadge chain={news.chain} />}
      totals={news && <AuditStrips news={news} onShowNewer={showNewer} />}
    >
      {answer?.of === 0 ? (
        <EmptyState reason="empty" title="No actions yet">
          Every change is recorded here before it is made, including refused attempts.
        </EmptyState>
      ) : answer?.hits === 0 ? (
        <NoHits {...state} of={answer.of} behind={behind} />
      ) : (
        <DataTable
          label="Actions"
          columns={list.columns.shown}
          source={source}
          sort={sort}
          onSort={list.setSort}
          busy={behind || answer === null}
          resetKey={listKey}
          footer={lines => <AuditFooter lines={lines} first={answer} sort={sort} columns={list.columns} />}
        />
      )}
    </ListPage>
  )
}
