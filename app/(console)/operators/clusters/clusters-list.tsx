'use client'

import dynamic from 'next/dynamic'
import { clustersQuery } from '#app/data/operator-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Person } from '../../person.ts'
import type { KnownValues } from '../create/spec-fields.tsx'
import { OperatorsList } from '../operators-list.tsx'
import { RESOURCE_STATE_LABELS } from '../resource-state-text.tsx'
import { CLUSTER_COLUMNS } from './cluster-columns.tsx'

/**
 * Loaded on demand, because few visitors create one. Without SSR, because the server does not have
 * the draft of the tab.
 */
const CreateClusterDialog = dynamic(
  () => import('./create/create-cluster-dialog.tsx').then(module => module.CreateClusterDialog),
  { ssr: false },
)

interface ClustersListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
  /** Suggestions of the creation form. */
  readonly known: KnownValues
}

/** Page content that lists all Clusters. */
export function ClustersList({ fields, person, known }: ClustersListProps) {
  return (
    <OperatorsList
      tab="clusters"
      noun="Cluster"
      columns={CLUSTER_COLUMNS}
      stateWords={RESOURCE_STATE_LABELS}
      queryOf={clustersQuery}
      fields={fields}
      person={person}
      neededRole={NEEDED_ROLES.resources}
      create="New Cluster"
      dialog={onClose => <CreateClusterDialog person={person} known={known} onClose={onClose} />}
    >
      <EmptyState reason="empty" title="No Clusters yet">
        A Cluster appears here within a second of its creation. The operator assigns an account and creates the shoot.
      </EmptyState>
    </OperatorsList>
  )
}
