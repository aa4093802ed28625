import type { Cluster, ClusterInfrastructure, ClusterSpec } from '#lib/operators/api/cluster.ts'
import type { Provider } from '#lib/operators/api/custom-resource.ts'

export const CLUSTER_UID = '6f0a8a1e-5a3f-4d53-9f2d-0d7c1c3a7f11'

/** The Cluster of seed 004 as stored by a server; for another provider with machines and a region of it. */
export function sampleCluster(
  change: Omit<Partial<ClusterSpec>, 'infrastructure'> & {
    readonly infrastructure?: Partial<ClusterInfrastructure>
  } = {},
  generation = 1,
): Cluster {
  const { infrastructure, ...spec } = change
  return {
    apiVersion: 'operator.kyma-project.io/v1alpha1',
    kind: 'Cluster',
    metadata: {
      name: 'example-cluster',
      namespace: 'cluster-operator',
      uid: CLUSTER_UID,
      resourceVersion: '1',
      generation,
      creationTimestamp: '2026-11-23T10:00:00Z',
      labels: {
        plan: 'aws',
        globalaccountid: 'abcd-0001',
        subaccountid: 'abcd-0002',
        instanceid: 'abcd-0003',
        team: 'x',
      },
    },
    spec: {
      core: { purpose: 'Production', region: 'eu-central-1' },
      administrators: ['user.id@sap.com', 'other.id@sap.com'],
      infrastructure: {
        machineType: 'm6i.large',
        autoScalerMin: 3,
        autoScalerMax: 5,
        provider: 'aws',
        numberOfZones: 3,
        subscriptionSelector: 'globalaccount:abcd-0001 || shared',
        ...infrastructure,
      },
      ...spec,
    },
  }
}

/** Machines and regions of each provider in the small landscape. */
export const PROVIDER_SAMPLES: readonly {
  readonly provider: Provider
  readonly region: string
  readonly machineType: string
  readonly zones: number
}[] = [
  { provider: 'aws', region: 'eu-central-1', machineType: 'm6i.large', zones: 3 },
  { provider: 'azure', region: 'westeurope', machineType: 'Standard_D4s_v5', zones: 3 },
  { provider: 'gcp', region: 'europe-west3', machineType: 'n2-standard-4', zones: 2 },
  { provider: 'openstack', region: 'eu-de-1', machineType: 'g_c4_m16', zones: 1 },
]
