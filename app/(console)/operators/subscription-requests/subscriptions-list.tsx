'use client'

import dynamic from 'next/dynamic'
import { subscriptionsQuery } from '#app/data/operator-queries.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Person } from '../../person.ts'
import type { KnownValues } from '../create/spec-fields.tsx'
import { OperatorsList } from '../operators-list.tsx'
import { RESOURCE_STATE_LABELS } from '../resource-state-text.tsx'
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.tsx'

/**
 * Loaded on demand, because few visitors create one. Without SSR, because the server does not have
 * the draft of the tab.
 */
const CreateSubscriptionDialog = dynamic(
  () => import('./create/create-subscription-dialog.tsx').then(module => module.CreateSubscriptionDialog),
  { ssr: false },
)

interface SubscriptionsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
  /** Suggestions of the creation form. */
  readonly known: KnownValues
}

/** Page content that lists all SubscriptionRequests. */
export function SubscriptionsList({ fields, person, known }: SubscriptionsListProps) {
  return (
    <OperatorsList
      tab="subscription-requests"
      noun="subscription request"
      columns={SUBSCRIPTION_COLUMNS}
      stateWords={RESOURCE_STATE_LABELS}
      queryOf={subscriptionsQuery}
      fields={fields}
      person={person}
      neededRole={NEEDED_ROLES.resources}
      create="New request"
      dialog={onClose => <CreateSubscriptionDialog person={person} known={known} onClose={onClose} />}
    >
      <EmptyState reason="empty" title="No subscription requests yet">
        Requests of users and Clusters for an account appear here.
      </EmptyState>
    </OperatorsList>
  )
}
