'use client'

import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../list-page.tsx'
import { noInventoryExportReason } from '../no-list-export-reason.ts'
import { PartedTable } from '../parted-table.tsx'
import { SourceGap } from '../source-gap.tsx'
import { usePartedList } from '../use-parted-list.ts'
import { GLOBAL_ACCOUNT_COLUMNS } from './global-account-columns.tsx'

const WORDS = { page: 'global-accounts', title: 'Global accounts', noun: 'global account' } as const
const DEFAULT_SORT = { id: 'id', desc: false } as const

const keyOf = (row: GlobalAccountRow) => row.id

export function GlobalAccountsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const parted = usePartedList({ columns: GLOBAL_ACCOUNT_COLUMNS, queryOf: globalAccountsQuery, keyOf })
  const state = { words: WORDS, fields, ...parted }
  return (
    <ListPage {...state} noFile={noInventoryExportReason(parted.rows.answer, 'bindings')}>
      <PartedTable
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
