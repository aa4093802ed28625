'use client'

import dynamic from 'next/dynamic'
import { kubeconfigsQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { KubeconfigRow } from '#lib/queries/operators/kubeconfigs/kubeconfig-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../../list-page.tsx'
import { noListExportReason } from '../../no-list-export-reason.ts'
import { PartedTable } from '../../parted-table.tsx'
import type { Person } from '../../person.ts'
import { usePartedList } from '../../use-parted-list.ts'
import { KindGap } from '../kind-gap.tsx'
import { KindNote } from '../kind-note.tsx'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { KUBECONFIG_COLUMNS } from './kubeconfig-columns.tsx'

/** Loaded when somebody asks for access: most who look at the register do not. The server does not know what was typed before. */
const CreateDialog = dynamic(() => import('./create/create-dialog.tsx').then(module => module.CreateDialog), {
  ssr: false,
})

const WORDS = { page: 'operators/kubeconfigs', heading: 'Operators', title: 'Kubeconfigs', noun: 'kubeconfig' } as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

const keyOf = (row: KubeconfigRow) => row.name

interface KubeconfigsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
  /** Names of the Clusters there are. */
  readonly clusters: readonly string[]
}

/** The register of all kubeconfigs that components asked for. */
export function KubeconfigsList({ fields, person, clusters }: KubeconfigsListProps) {
  const parted = usePartedList({ columns: KUBECONFIG_COLUMNS, queryOf: kubeconfigsQuery, keyOf })
  const [act, setAct] = useParameter('act')
  const { answer } = parted.rows
  const state = { words: WORDS, fields, ...parted }
  const obstacle = roleObstacle(person.role, NEEDED_ROLES.kubeconfigs) ?? answer?.incomplete ?? null
  return (
    <ListPage
      {...state}
      noFile={answer?.incomplete ?? noListExportReason(answer)}
      action={
        <Button look="primary" disabledReason={obstacle} onClick={() => setAct('create')}>
          New request
        </Button>
      }
      tabs={<OperatorsTabs tab="kubeconfigs" />}
      notes={<KindNote kind={answer?.kind} />}
    >
      <PartedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading =>
          answer && (
            <KindGap what="KubeconfigRequests" kind={answer.kind} reading={reading}>
              <EmptyState reason="empty" title="No kubeconfigs yet">
                A component that needs access to a cluster asks for it with a KubeconfigRequest. It appears here within
                a second.
              </EmptyState>
            </KindGap>
          )
        }
      />
      {act === 'create' && obstacle === null && (
        <CreateDialog person={person} clusters={clusters} onClose={() => setAct('')} />
      )}
    </ListPage>
  )
}
