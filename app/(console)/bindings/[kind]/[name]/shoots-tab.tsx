'use client'

import { useMemo } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { shootsOfAccountTerms } from '#lib/search/shoot-terms.ts'
import { formatPlural } from '#lib/util/format.ts'
import { ClustersTable } from '../../../clusters-table.tsx'
import { SourceGap } from '../../../source-gap.tsx'
import { ReadingTab } from '../../../timeline/reading-tab.tsx'
import { shootColumns } from './shoot-columns.tsx'

/** All clusters on the account of a binding. */
export function ShootsTab({ detail }: { readonly detail: BindingDetail }) {
  const { row, shoots } = detail
  const { kind, name, others, reserved } = row
  const columns = useMemo(() => shootColumns({ kind, name, others }), [kind, name, others])
  if (shoots.length === 0) {
    return (
      <SourceGap what="shoots" reading={<ReadingTab />}>
        <EmptyState reason="empty" title={reserved > 0 ? 'No shoot yet' : 'No shoot uses this account'}>
          A shoot appears here once it names this binding, or another binding of the same account.
        </EmptyState>
      </SourceGap>
    )
  }
  return (
    <ClustersTable
      label="Shoots on this account"
      columns={columns}
      clusters={shoots}
      q={shootsOfAccountTerms(accountKey(row.account))}
      summary={`${formatPlural(shoots.length, 'shoot')} on this account`}
    />
  )
}
