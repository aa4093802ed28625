import { BindingLink } from '#components/hap/binding-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { formatOperation } from '#lib/hap/pools/shoot.ts'
import type { ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import { paths } from '#lib/paths.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { ShootLink } from '../../resource-columns.tsx'
import { ResourceStateText } from '../../resource-state-text.tsx'
import styles from './administrators.module.css'

/** Side panels: the objects that belong to the Cluster, its spec and its administrators. */
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
    <Panel title="Related resources">
      <Facts>
        <Fact name="Subscription request">
          {subscription === null ? (
            row.provider === null ? (
              'none (imported cluster)'
            ) : (
              'not created yet'
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
          <Fact name="Position in the queue">
            <TextLink href={paths.operators('waiting')}>{formatCount(row.position)}</TextLink>
          </Fact>
        )}
        {row.provider !== null && (
          <>
            <Fact name="Account">{binding === null ? 'none yet' : <BindingLink binding={binding} />}</Fact>
            <Fact name="Shoot">
              {shoot === null ? 'none yet' : <ShootLink name={shoot.name} />}
              {isShootGone(detail) ? (
                <span className={text.muted}>deleted</span>
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
        <Fact name="Created">
          <RelativeTime at={createdAt} />
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

/** Main fields of the spec; the YAML tab has all of it. */
function SpecPanel({ detail }: { readonly detail: ClusterDetail }) {
  return (
    <Panel title="Spec">
      <Facts>
        {factsOf(detail).map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className={text.mono}>{value}</span>
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}

function factsOf({ row, spec }: ClusterDetail): readonly (readonly [name: string, value: string])[] {
  const { core, infrastructure, oidcConfig, extensions, kubeconfigSecretRef, euAccess } = spec
  const pairs: readonly (readonly [string, string | null | undefined])[] = [
    ['Kubeconfig Secret', kubeconfigSecretRef && `${kubeconfigSecretRef.name}, key ${kubeconfigSecretRef.key}`],
    ['Provider', row.provider],
    ['Plan', row.plan],
    ['Region', core?.region],
    ['Platform region', core?.platformRegion],
    ['Purpose', core?.purpose],
    ['Selector', infrastructure?.subscriptionSelector],
    ['EU access', euAccess === undefined ? null : String(euAccess)],
    ['Machines', infrastructure?.machineType],
    ['Workers', infrastructure && rangeOf(infrastructure)],
    ['Zones', infrastructure && String(infrastructure.numberOfZones)],
    ['OIDC issuer', oidcConfig?.issuerURL],
    ['Extensions', extensions && Object.keys(extensions).join(', ')],
  ]
  return pairs.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, value]],
  )
}

function rangeOf({ autoScalerMin, autoScalerMax }: ClusterInfrastructure): string {
  return autoScalerMin === autoScalerMax ? String(autoScalerMin) : `${autoScalerMin} to ${autoScalerMax}`
}

/** Compares requested administrators with those bound in the cluster. */
function AdministratorsPanel({ detail }: { readonly detail: ClusterDetail }) {
  const asked = detail.spec.administrators ?? []
  const bound = new Set(detail.administrators)
  // The next reconcile removes bound administrators that the spec does not name.
  const all = [...new Set([...asked, ...bound])]
  const isGone = isShootGone(detail)
  const standingOf = (name: string) => {
    if (isGone) return 'no cluster'
    return !bound.has(name) ? 'not yet' : asked.includes(name) ? 'granted' : 'leaves'
  }
  return (
    <Panel title="Administrators" aside={all.length > 0 && formatCount(all.length)}>
      {all.length === 0 ? (
        <NoLines>No administrators.</NoLines>
      ) : (
        <LineList label="Administrators">
          {all.map(name => (
            <Line key={name} end={standingOf(name)}>
              <span className={cx(text.mono, styles.name)}>{name}</span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** Whether the shoot was deleted from outside. Last operation and administrators in the status are then outdated. */
function isShootGone({ conditions }: Pick<ClusterDetail, 'conditions'>): boolean {
  return conditions.some(({ type, reason }) => type === 'ClusterProvisioned' && reason === 'ShootGone')
}
