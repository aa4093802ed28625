'use client'

import { shootsQuery } from '#app/data/claim-queries.ts'
import { SHUT_LIST_KEYS } from '#components/data-table/list-footer.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import type { ShootRow } from '#lib/queries/shoots/shoot-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { toggleValue } from '#lib/search/value-filter.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SourceGap } from '../unread-sources.tsx'
import { usePagedList } from '../use-list.ts'
import { SHOOT_COLUMNS } from './shoot-columns.tsx'
import { ShootTotals } from './shoot-totals.tsx'

/**
 * The rows are clusters: some exist only in the database, and every other count of shoots excludes
 * those.
 */
const LABELS = { page: 'shoots', title: 'Shoots', noun: 'cluster' } as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

const keyOf = (row: ShootRow) => row.key

/** All shoots, and clusters that exist only in the database. */
export function ShootsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const { list, rows } = usePagedList({ columns: SHOOT_COLUMNS, queryOf: shootsQuery, keyOf })
  const { answer } = rows
  const { q, sort } = list.search
  const { cols } = list.columns
  const state = { labels: LABELS, fields, list, rows }
  return (
    <ListPage
      {...state}
      exportDisabledReason={noInventoryExportReason(answer, 'shoots', ({ known }) => known !== null)}
      totals={
        <ShootTotals
          view={answer}
          q={q}
          fields={fields}
          hrefOf={(field, value) => paths.shoots({ q: toggleValue(q, field, value, fields), sort, cols })}
        />
      }
      notes={
        answer?.known === null && (
          <Strip tone="warn" icon="unreachable">
            Only shoots from Gardener are shown. Plans, “Known to” and clusters that only the database knows are missing
            until the database responds.
          </Strip>
        )
      }
    >
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        keys={SHUT_LIST_KEYS}
        none={reading => (
          <SourceGap what="shoots" reading={reading}>
            <EmptyState reason="empty" title="No shoots yet">
              A shoot appears here within a second of its creation in Gardener, or once a claim has an account for it.
            </EmptyState>
          </SourceGap>
        )}
      />
    </ListPage>
  )
}
