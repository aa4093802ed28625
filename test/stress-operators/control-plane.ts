import { randomUUID } from 'node:crypto'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { createSecretReader, type SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource } from '#lib/garden/resources/resource.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, SUBSCRIPTION_REQUESTS } from '#lib/operators/api/resources.ts'
import { listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { chartDefinitions, withEmptyTexts } from '#lib/operators/testing/chart.ts'
import { defineResources } from '../kit/definitions.ts'
import { inParallel } from '../stress/landscape.ts'

/** The control plane of the custom resources, with an administrator’s permissions. */
export interface ControlPlane {
  readonly kubeconfig: string
  readonly namespace: string
  readonly client: GardenClient
  readonly secrets: SecretReader
  /** Deletes the objects of this run but not the kinds, whose deletion would affect later runs. */
  stop(): Promise<void>
}

const KINDS = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]
/** A namespace of every embedded garden, which also has the kinds. */
const OF_GARDEN = 'kcp-system'

/** The control plane of an embedded garden. */
export function gardenControlPlane(kubeconfig: string): ControlPlane {
  const ways = waysInto(kubeconfig)
  return { kubeconfig, namespace: OF_GARDEN, ...ways, stop: async () => ways.close() }
}

/** A namespace of a real API server, on which the kinds are defined if necessary. */
export async function realControlPlane(kubeconfig: string): Promise<ControlPlane> {
  const ways = waysInto(kubeconfig)
  const { client } = ways
  const namespace = `stress-operators-${randomUUID().slice(0, 8)}`
  await makeKinds(client)
  await client.create({ resource: NAMESPACES, namespace: null }, { metadata: { name: namespace } })
  return {
    kubeconfig,
    namespace,
    ...ways,
    async stop() {
      for (const resource of KINDS) await dropFinalizers(client, resource, namespace)
      await client.delete({ resource: NAMESPACES, namespace: null, name: namespace })
      ways.close()
    },
  }
}

function waysInto(kubeconfig: string) {
  const access = loadKubeconfig(kubeconfig)
  const client = createGardenClient({ access, version: 'stress' })
  const secrets = createSecretReader({ access, version: 'stress' })
  const close = () => {
    client.close()
    secrets.close()
  }
  return { client, secrets, close }
}

async function makeKinds(client: GardenClient): Promise<void> {
  const version = { doing: 'get the version', permission: null, method: 'GET', path: '/version' }
  const { major, minor } = await client.request<{ major: string; minor: string }>(version)
  const isOld = Number(major) === 1 && Number.parseInt(minor, 10) < 25
  await defineResources(client, isOld ? chartDefinitions().map(withEmptyTexts) : chartDefinitions())
}

/** No operator is left that would remove them. */
async function dropFinalizers(client: GardenClient, resource: Resource, namespace: string): Promise<void> {
  const objects = await listAll<KubeObject>(client, { resource, namespace })
  await inParallel(objects, 8, async ({ metadata }) => {
    const { name = '', resourceVersion = '' } = metadata ?? {}
    await client.patch({ resource, namespace, name }, { metadata: { finalizers: [] } }, { resourceVersion })
  })
}
