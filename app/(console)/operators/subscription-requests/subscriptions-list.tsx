'use client'

import dynamic from 'next/dynamic'
import { subscriptionsQuery } from '#app/data/operator-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import type { SubscriptionRow } from '#lib/queries/operators/subscriptions/subscription-row.ts'
import type { SearchField } from '#lib/search/field.ts'
import { ListPage } from '../../list-page.tsx'
import { noListExportReason } from '../../no-list-export-reason.ts'
import { PartedTable } from '../../parted-table.tsx'
import type { Person } from '../../person.ts'
import { usePartedList } from '../../use-parted-list.ts'
import { KindGap } from '../kind-gap.tsx'
import { KindNote } from '../kind-note.tsx'
import { OperatorsTabs } from '../operators-tabs.tsx'
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.tsx'

/** Loaded when somebody asks for one: most who look at the list do not. The server does not know what was typed before. */
const CreateSubscriptionDialog = dynamic(
  () => import('./create/create-subscription-dialog.tsx').then(module => module.CreateSubscriptionDialog),
  { ssr: false },
)

const WORDS = {
  page: 'operators/subscription-requests',
  heading: 'Operators',
  title: 'Subscription requests',
  noun: 'subscription request',
} as const
const DEFAULT_SORT = { id: 'name', desc: false } as const

const keyOf = (row: SubscriptionRow) => row.name

interface SubscriptionsListProps {
  readonly fields: readonly SearchField[]
  readonly person: Person
}

/** The list of all SubscriptionRequests. */
export function SubscriptionsList({ fields, person }: SubscriptionsListProps) {
  const parted = usePartedList({ columns: SUBSCRIPTION_COLUMNS, queryOf: subscriptionsQuery, keyOf })
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
          New request
        </Button>
      }
      tabs={<OperatorsTabs tab="subscription-requests" />}
      notes={<KindNote kind={answer?.kind} />}
    >
      <PartedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading =>
          answer && (
            <KindGap what="Subscription requests" kind={answer.kind} reading={reading}>
              <EmptyState reason="empty" title="No subscription requests yet">
                One appears here as soon as somebody, or a Cluster, asks for an account.
              </EmptyState>
            </KindGap>
          )
        }
      />
      {act === 'create' && obstacle === null && <CreateSubscriptionDialog person={person} onClose={() => setAct('')} />}
    </ListPage>
  )
}
