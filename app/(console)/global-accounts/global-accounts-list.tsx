'use client'

import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { SourceGap } from '../unread-sources.tsx'
import { usePagedList } from '../use-list.ts'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-account-columns.tsx'

const LABELS = { page: 'global-accounts', title: 'Global accounts', noun: 'global account' } as const
const DEFAULT_SORT = { id: 'id', desc: false } as const

const keyOf = (row: GlobalAccountRow) => row.id

export function GlobalAccountsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const parted = usePagedList({ columns: GLOBAL_ACCOUNT_COLUMNS, queryOf: globalAccountsQuery, keyOf })
  const state = { labels: LABELS, fields, ...parted }
  return (
    <ListPage {...state} exportDisabledReason={noInventoryExportReason(parted.rows.answer, 'bindings')}>
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading => (
          <SourceGap what="bindings" reading={reading}>
            <EmptyState reason="empty" title="No global accounts yet">
              One appears here as soon as a binding names it in <code className={text.mono}>tenantName</code>, or a
              shoot in <code className={text.mono}>account</code>.
            </EmptyState>
          </SourceGap>
        )}
      />
    </ListPage>
  )
}
