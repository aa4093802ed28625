'use client'

import { subscriptionQuery } from '#app/data/operator-queries.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { paths } from '#lib/paths.ts'
import type { SubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import type { Person } from '../../../person.ts'
import { DeletionButton } from '../../act/deletion-button.tsx'
import { ObjectView } from '../../object/object-view.tsx'
import { ResourceStateBadge } from '../../resource-state-text.tsx'
import { SubscriptionSide } from './subscription-side.tsx'

interface SubscriptionViewProps {
  readonly name: string
  readonly person: Person
  /** Why they have to sign in again before they delete it, a sentence; null when they need not. */
  readonly signIn: string | null
}

/** The page of one SubscriptionRequest. */
export function SubscriptionView({ name, person, signIn }: SubscriptionViewProps) {
  return (
    <ObjectView
      list="operators/subscription-requests"
      what="SubscriptionRequest"
      name={name}
      href={paths.subscriptionRequest(name)}
      query={subscriptionQuery(name)}
      badge={({ row }) => <ResourceStateBadge state={row.state} />}
      facts={detail => <Facts detail={detail} />}
      side={detail => <SubscriptionSide detail={detail} />}
      actions={(detail, missing) => (
        <DeletionButton
          list="operators/subscription-requests"
          what="SubscriptionRequest"
          name={name}
          detail={detail}
          person={person}
          signIn={signIn}
          neededRole={NEEDED_ROLES.resources}
          href={paths.subscriptionRequest(name, { act: 'delete' })}
          missing={missing}
        />
      )}
    />
  )
}

function Facts({ detail: { row, namespace } }: { readonly detail: SubscriptionDetail }) {
  return (
    <>
      <span>
        SubscriptionRequest in <span className={text.mono}>{namespace}</span>
      </span>
      {row.globalAccount !== null && (
        <span>
          Global account <TenantId id={row.globalAccount} />
        </span>
      )}
      <span>{row.message}</span>
    </>
  )
}
