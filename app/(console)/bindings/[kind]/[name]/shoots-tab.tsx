'use client'

import { useMemo } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter } from '#components/data-table/list-footer.tsx'
import { formatSort, parseSort } from '#components/data-table/sort-text.ts'
import { listSource } from '#components/data-table/table-source.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { formatPlural } from '#components/ui/format.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { useLive } from '../../../live-provider.tsx'
import { orderOf, shootColumns } from './shoot-columns.tsx'

const KEYS = [[['j', 'k'], 'move']] as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

/** All clusters on the account of a binding. */
export function ShootsTab({ detail }: { readonly detail: BindingDetail }) {
  const { row, shoots } = detail
  const { asOf } = useLive()
  const [text, setText] = useParameter('sort')
  const { kind, name, others } = row
  const columns = useMemo(() => shootColumns({ kind, name, others }), [kind, name, others])
  const sort = parseSort(text, columns) ?? DEFAULT_SORT
  const { id, desc } = sort
  const source = useMemo(
    () => listSource(shoots.toSorted(orderOf({ id, desc })), ({ shoot }) => `${shoot.namespace}/${shoot.name}`),
    [shoots, id, desc],
  )
  if (shoots.length === 0) {
    return (
      <EmptyState reason="empty" title="No cluster uses this account">
        One appears here as soon as its shoot names this binding, or another one of the same account.
      </EmptyState>
    )
  }
  return (
    <DataTable
      label="Shoots on this account"
      columns={columns}
      source={source}
      sort={sort}
      onSort={next => setText(formatSort(next))}
      resetKey={text}
      footer={() => (
        <ListFooter summary={`${formatPlural(shoots.length, 'shoot')} on this account`} asOf={asOf} keys={KEYS} />
      )}
    />
  )
}
