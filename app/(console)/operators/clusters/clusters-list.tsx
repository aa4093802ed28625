'use client'

import dynamic from 'next/dynamic'
import { clustersQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { ClusterRow } from '#lib/queries/operators/clusters/cluster-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../../list-page.tsx'
import { noListExportReason } from '../../no-list-export-reason.ts'
import { PartedTable } from '../../parted-table.tsx'
import type { Person } from '../../person.ts'
import { usePartedList } from '../../use-parted-list.ts'
import { KindGap } from '../kind-gap.tsx'
import { KindNote } from '../kind-note.tsx'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { CLUSTER_COLUMNS } from './cluster-columns.tsx'

/** Loaded when somebody asks for one: most who look at the list do not. The server does not know what was typed before. */
const CreateClusterDialog = dynamic(
  () => import('./create/create-cluster-dialog.tsx').then(module => module.CreateClusterDialog),
  { ssr: false },
)

const WORDS = { page: 'operators/clusters', heading: 'Operators', title: 'Clusters', noun: 'Cluster' } as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

const keyOf = (row: ClusterRow) => row.name

interface ClustersListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
}

/** The list of all Clusters. */
export function ClustersList({ fields, person }: ClustersListProps) {
  const parted = usePartedList({ columns: CLUSTER_COLUMNS, queryOf: clustersQuery, keyOf })
  const [act, setAct] = useParameter('act')
  const { answer } = parted.rows
  const state = { words: WORDS, fields, ...parted }
  const obstacle = roleObstacle(person.role, NEEDED_ROLES.resources) ?? answer?.incomplete ?? null
  return (
    <ListPage
      {...state}
      noFile={answer?.incomplete ?? noListExportReason(answer)}
      action={
        <Button look="primary" disabledReason={obstacle} onClick={() => setAct('create')}>
          New Cluster
        </Button>
      }
      tabs={<OperatorsTabs tab="clusters" />}
      notes={<KindNote kind={answer?.kind} />}
    >
      <PartedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading =>
          answer && (
            <KindGap what="Clusters" kind={answer.kind} reading={reading}>
              <EmptyState reason="empty" title="No Clusters yet">
                A Cluster appears here within a second of its creation. The operator finds an account for it and makes
                its shoot.
              </EmptyState>
            </KindGap>
          )
        }
      />
      {act === 'create' && obstacle === null && <CreateClusterDialog person={person} onClose={() => setAct('')} />}
    </ListPage>
  )
}
