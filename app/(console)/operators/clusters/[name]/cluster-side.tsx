import { BindingLink } from '#components/hap/binding-link.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { formatOperation } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { ResourceStateText } from '../../resource-state-text.tsx'
import { ShootLink } from '../../shoot-link.tsx'
import { AdministratorsPanel } from './administrators-panel.tsx'
import { isShootGone } from './is-shoot-gone.ts'
import { SpecPanel } from './spec-panel.tsx'

/** What a Cluster has, what it asks for, and who is its administrator. */
export function ClusterSide({ detail }: { readonly detail: ClusterDetail }) {
  return (
    <>
      <HoldingsPanel detail={detail} />
      <SpecPanel detail={detail} />
      <AdministratorsPanel detail={detail} />
    </>
  )
}

function HoldingsPanel({ detail }: { readonly detail: ClusterDetail }) {
  const { row, subscription, lastOperation, kubeconfigs, deletedAt, finalizers } = detail
  const { name, binding, shoot, createdAt } = row
  return (
    <Panel title="What belongs to it">
      <Facts>
        <Fact name="Subscription request">
          {subscription === null ? (
            row.provider === null ? (
              'none: this cluster is brought'
            ) : (
              'not made yet'
            )
          ) : (
            <>
              <TextLink className={text.mono} href={paths.subscriptionRequest(subscription.name)}>
                {subscription.name}
              </TextLink>
              <ResourceStateText state={subscription.state} />
            </>
          )}
        </Fact>
        {row.position !== null && (
          <Fact name="Place in the queue">
            <TextLink href={paths.operators('waiting')}>{formatCount(row.position)}</TextLink>
          </Fact>
        )}
        {row.provider !== null && (
          <>
            <Fact name="Account">{binding === null ? 'none yet' : <BindingLink binding={binding} />}</Fact>
            <Fact name="Shoot">
              {shoot === null ? 'none yet' : <ShootLink name={shoot.name} />}
              {isShootGone(detail) ? (
                <span className={text.muted}>gone</span>
              ) : (
                lastOperation && <span className={text.muted}>{formatOperation(lastOperation).words}</span>
              )}
            </Fact>
          </>
        )}
        <Fact name="Kubeconfigs">
          {kubeconfigs === 0 ? (
            'none'
          ) : (
            <TextLink href={paths.operators('kubeconfigs', { q: `cluster:${name}` })}>
              {formatCount(kubeconfigs)}
            </TextLink>
          )}
        </Fact>
        <Fact name="Made">
          <RelativeTime at={createdAt} />
        </Fact>
        {deletedAt !== null && (
          <Fact name="Deletion began">
            <RelativeTime at={deletedAt} />
            {finalizers.length > 0 && <span className={text.muted}>kept by {finalizers.join(', ')}</span>}
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}
