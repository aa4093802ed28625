'use client'

import dynamic from 'next/dynamic'
import { kubeconfigsQuery } from '#app/data/operator-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Person } from '../../person.ts'
import { OperatorsList } from '../operators-list.tsx'
import type { ClusterChoice } from './create/request-form.ts'
import { KUBECONFIG_COLUMNS } from './kubeconfig-columns.tsx'
import { KUBECONFIG_STATE_LABELS } from './kubeconfig-state.tsx'

/**
 * Loaded on demand, because few visitors create one. Without SSR, because the server does not have
 * the draft of the tab.
 */
const CreateKubeconfigDialog = dynamic(
  () => import('./create/create-kubeconfig-dialog.tsx').then(module => module.CreateKubeconfigDialog),
  {
    ssr: false,
  },
)

interface KubeconfigsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
  /** All Clusters that a request can name. */
  readonly clusters: readonly ClusterChoice[]
}

/** Page content that lists all KubeconfigRequests. */
export function KubeconfigsList({ fields, person, clusters }: KubeconfigsListProps) {
  return (
    <OperatorsList
      tab="kubeconfigs"
      noun="kubeconfig"
      columns={KUBECONFIG_COLUMNS}
      stateWords={KUBECONFIG_STATE_LABELS}
      queryOf={kubeconfigsQuery}
      fields={fields}
      person={person}
      neededRole={NEEDED_ROLES.kubeconfigs}
      create="New request"
      dialog={onClose => <CreateKubeconfigDialog person={person} clusters={clusters} onClose={onClose} />}
    >
      <EmptyState reason="empty" title="No kubeconfigs yet">
        Components request access to a cluster with a KubeconfigRequest. New requests appear here within a second.
      </EmptyState>
    </OperatorsList>
  )
}
