import { createGardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { VERSION } from '#lib/version.ts'

const made = (provider: string, machineType: string, region: string, globalAccount: string, plan = provider) => ({
  metadata: { labels: { plan, globalaccountid: globalAccount, subaccountid: `${globalAccount}-sub-1` } },
  spec: {
    core: { purpose: 'production', region },
    infrastructure: {
      provider,
      machineType,
      autoScalerMin: 3,
      autoScalerMax: 10,
      numberOfZones: 1,
      subscriptionSelector: `globalaccount:${globalAccount} || shared`,
    },
    administrators: ['olga@example.com'],
  },
})

const access = (cluster: string, resources: readonly string[], namespace?: string) => {
  const rules = [{ apiGroups: [''], resources, verbs: ['get', 'list', 'watch'] }]
  return {
    spec: { cluster, expiration: 7_200, ...(namespace ? { role: { namespace, rules } } : { clusterRole: { rules } }) },
  }
}

/** Samples for the operators: clusters in creation, subscription requests (one waiting, one refused), kubeconfigs of components. */
const SAMPLES = [
  [CLUSTERS, 'orders-eu', made('aws', 'm6i.large', 'eu-central-1', 'retail-0001')],
  [CLUSTERS, 'orders-us', made('aws', 'm6i.large', 'us-east-1', 'retail-0001')],
  [CLUSTERS, 'ledger', made('azure', 'Standard_D4s_v5', 'westeurope', 'finance-0002')],
  [CLUSTERS, 'no-such-plan', made('gcp', 'n2-standard-4', 'europe-west3', 'retail-0001', 'unheard-of')],
  [SUBSCRIPTION_REQUESTS, 'for-tests', request('gcp', 'globalaccount:quality-0003')],
  [SUBSCRIPTION_REQUESTS, 'any-shared', request('aws', 'shared')],
  // A rule leads to this pool, which has no account: the request waits in its queue.
  [SUBSCRIPTION_REQUESTS, 'for-trials', request('gcp', 'shared')],
  // The landscape has no such pool, and no rule leads to it, so the request is refused.
  [SUBSCRIPTION_REQUESTS, 'own-openstack', request('openstack', 'globalaccount:finance-0002')],
  [KUBECONFIG_REQUESTS, 'orders-eu.compass', access('orders-eu', ['configmaps', 'services'])],
  [KUBECONFIG_REQUESTS, 'orders-eu.backup', access('orders-eu', ['secrets'], 'compass-system')],
  // Uses a kind instead of a resource, so the rule grants nothing.
  [KUBECONFIG_REQUESTS, 'ledger.monitoring', access('ledger', ['Pod'])],
] as const

/** Creates the samples in a control plane without Clusters. Throws GardenError. */
export async function makeSampleResources(kubeconfig: string, namespace: string): Promise<void> {
  const client = createGardenClient({ access: loadKubeconfig(kubeconfig), version: VERSION })
  try {
    let found = 0
    await client.page<KubeObject>({ resource: CLUSTERS, namespace }, { limit: 1 }, () => found++)
    if (found > 0) return
    for (const [resource, name, { spec, ...more }] of SAMPLES) {
      const metadata = { ...('metadata' in more && more.metadata), name }
      await client.create<KubeObject & { spec: object }>({ resource, namespace }, { metadata, spec })
    }
  } finally {
    client.close()
  }
}

function request(provider: string, subscriptionSelector: string) {
  return { spec: { provider, subscriptionSelector } }
}
