'use client'

import { subscriptionQuery } from '#app/data/operator-queries.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { paths } from '#lib/paths.ts'
import type { SubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import type { Person } from '../../../person.ts'
import { DeletionButton } from '../../act/deletion-button.tsx'
import { deleteSubscriptionResource } from '../../actions.ts'
import { ObjectView } from '../../object/object-view.tsx'
import { ResourceStateBadge } from '../../resource-state-text.tsx'

interface SubscriptionViewProps {
  readonly name: string
  readonly person: Person
  /** Message that asks for a new sign-in before deletion; null when the sign-in is recent enough. */
  readonly signIn: string | null
}

/** Detail page of one SubscriptionRequest. */
export function SubscriptionView({ name, person, signIn }: SubscriptionViewProps) {
  return (
    <ObjectView
      list="operators/subscription-requests"
      what="SubscriptionRequest"
      name={name}
      href={paths.subscriptionRequest(name)}
      query={subscriptionQuery(name)}
      badge={({ row }) => <ResourceStateBadge state={row.state} />}
      facts={detail => <SubscriptionFacts detail={detail} />}
      side={detail => <SubscriptionSide detail={detail} />}
      actions={(detail, missing) => (
        <DeletionButton
          list="operators/subscription-requests"
          remove={deleteSubscriptionResource}
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

function SubscriptionFacts({ detail: { row, namespace } }: { readonly detail: SubscriptionDetail }) {
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

/** Side panels: the objects that belong to the request, and its spec. */
export function SubscriptionSide({ detail }: { readonly detail: SubscriptionDetail }) {
  return (
    <>
      <HoldingsPanel detail={detail} />
      <SpecPanel detail={detail} />
    </>
  )
}

function HoldingsPanel({ detail }: { readonly detail: SubscriptionDetail }) {
  const { row, hyperscalerType, givenBack, deletedAt, finalizers } = detail
  return (
    <Panel title="Related resources">
      <Facts>
        <Fact name="Cluster">
          {row.cluster === null ? (
            'none (created directly)'
          ) : (
            <TextLink className={text.mono} href={paths.cluster(row.cluster)}>
              {row.cluster}
            </TextLink>
          )}
        </Fact>
        <Fact name="Account">
          {row.binding === null ? givenBack ? 'released' : 'none yet' : <BindingLink binding={row.binding} />}
        </Fact>
        {hyperscalerType !== null && <Fact name="Hyperscaler type">{hyperscalerType}</Fact>}
        {row.position !== null && (
          <Fact name="Position in the queue">
            <TextLink href={paths.operators('waiting')}>{formatCount(row.position)}</TextLink>
          </Fact>
        )}
        {row.claim !== null && (
          <Fact name="Claim">
            <TextLink className={text.mono} href={paths.audit({ q: `target:Claim/${row.claim}` })}>
              {row.claim}
            </TextLink>
          </Fact>
        )}
        <Fact name="Created">
          <RelativeTime at={row.createdAt} />
        </Fact>
        {deletedAt !== null && (
          <Fact name="Deletion started">
            <RelativeTime at={deletedAt} />
            {finalizers.length > 0 && <span className={text.muted}>blocked by {finalizers.join(', ')}</span>}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function SpecPanel({ detail: { spec } }: { readonly detail: SubscriptionDetail }) {
  const pairs = [
    ['Provider', spec.provider],
    ['Selector', spec.subscriptionSelector],
    ['Plan', spec.plan],
    ['Region', spec.region],
    ['Platform region', spec.platformRegion],
    ['EU access', spec.euAccess === undefined ? undefined : String(spec.euAccess)],
    ['Shoot', spec.cluster],
  ] as const
  return (
    <Panel title="Spec">
      <Facts>
        {pairs.map(
          ([name, value]) =>
            value !== undefined && (
              <Fact key={name} name={name}>
                <span className={text.mono}>{value}</span>
              </Fact>
            ),
        )}
      </Facts>
    </Panel>
  )
}
