'use client'

import { cleaningQuery } from '#app/data/operator-queries.ts'
import { StateTotals, selectedStates, toggleState } from '#components/hap/state-totals.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'
import type { CleaningRow } from '#lib/queries/bindings/cleaning-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { noInventoryExportReason } from '../../list-export.tsx'
import { ListPage } from '../../list-page.tsx'
import { PagedTable } from '../../paged-table.tsx'
import { SourceGap } from '../../unread-sources.tsx'
import { usePagedList } from '../../use-list.ts'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { CleanersStrip, FailingStrips } from './cleaners-strips.tsx'
import { CLEANING_COLUMNS } from './cleaning-columns.tsx'

const LABELS = { page: 'operators/cleaning', heading: 'Operators', title: 'Cleaning', noun: 'account' } as const
const DEFAULT_SORT = { id: 'state', desc: false } as const

const keyOf = (row: CleaningRow) => row.key

/** Page content that lists all released accounts that are not free yet. */
export function CleaningList({ fields }: { readonly fields: readonly SearchField[] }) {
  const { list, rows } = usePagedList({ columns: CLEANING_COLUMNS, queryOf: cleaningQuery, keyOf })
  const { answer } = rows
  const { q, sort } = list.search
  const state = { labels: LABELS, fields, list, rows }
  return (
    <ListPage
      {...state}
      exportDisabledReason={noInventoryExportReason(answer, 'bindings')}
      tabs={<OperatorsTabs tab="cleaning" />}
      totals={
        <StateTotals
          counts={answer?.states ?? null}
          chosen={selectedStates(q, fields)}
          hrefOf={state =>
            paths.operators('cleaning', { q: toggleState(q, state, fields), sort, cols: list.columns.cols })
          }
          reserved
        />
      }
      notes={
        answer && (
          <>
            <FailingStrips failing={answer.cleaners.failing} />
            <CleanersStrip cleaners={answer.cleaners} />
          </>
        )
      }
    >
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading => (
          <SourceGap what="bindings" reading={reading}>
            <EmptyState reason="empty" title="No accounts to clean">
              Released accounts appear here until they are free again.
            </EmptyState>
          </SourceGap>
        )}
      />
    </ListPage>
  )
}
