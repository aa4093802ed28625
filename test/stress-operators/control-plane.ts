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

/** Where the custom resources are, with the rights of an administrator. */
export interface ControlPlane {
  readonly kubeconfig: string
  readonly namespace: string
  readonly client: GardenClient
  readonly secrets: SecretReader
  /** Takes away what this run made, but for the kinds: whoever comes next would find them half gone. */
  stop(): Promise<void>
}

const KINDS = [CLUSTERS, SUBSCRIPTION_REQUESTS, KUBECONFIG_REQUESTS]
/** A namespace of every embedded garden, which also knows the kinds. */
const OF_GARDEN = 'kcp-system'

/** That of an embedded garden. */
export function gardenControlPlane(kubeconfig: string): ControlPlane {
  const ways = waysInto(kubeconfig)
  return { kubeconfig, namespace: OF_GARDEN, ...ways, stop: async () => ways.close() }
}

/** A namespace of a real API server, which gets to know the kinds if it does not yet. */
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
  const version = { doing: 'ask for the version', permission: null, method: 'GET', path: '/version' }
  const { major, minor } = await client.request<{ major: string; minor: string }>(version)
  const isOld = Number(major) === 1 && Number.parseInt(minor, 10) < 25
  await defineResources(client, isOld ? chartDefinitions().map(withEmptyTexts) : chartDefinitions())
}

/** Nobody is left who would take them away. */
async function dropFinalizers(client: GardenClient, resource: Resource, namespace: string): Promise<void> {
  const objects = await listAll<KubeObject>(client, { resource, namespace })
  await inParallel(objects, 8, async ({ metadata }) => {
    const { name = '', resourceVersion = '' } = metadata ?? {}
    await client.patch({ resource, namespace, name }, { metadata: { finalizers: [] } }, { resourceVersion })
  })
}
