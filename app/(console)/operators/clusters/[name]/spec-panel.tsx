import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import type { ClusterDetail } from '#lib/queries/operators/cluster-detail.ts'

/** What a Cluster asks for; all of it stands in its YAML. */
export function SpecPanel({ detail }: { readonly detail: ClusterDetail }) {
  return (
    <Panel title="What it asks for">
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
