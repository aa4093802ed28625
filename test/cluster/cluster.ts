import { setTimeout as sleep } from 'node:timers/promises'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, resourcePath } from '#lib/garden/resources/resource.ts'
import { clusterTarget } from '../contract/cluster-target.ts'
import { HttpClient } from '../contract/http-client.ts'
import { gardenerKinds } from './gardener-kinds.ts'
import { roles } from './roles.ts'
import { testCluster } from './test-cluster.ts'

/** The prepared cluster under test, with Gardener's kinds, a namespace of this run, and roles for its two users. */
export interface Cluster {
  readonly namespace: string
  readonly kubeconfigs: { readonly admin: string; readonly viewer: string; readonly operator: string }
  readonly admin: GardenClient
  readonly viewer: GardenClient
  readonly operator: GardenClient
  create(resource: Resource, object: object): Promise<KubeObject>
  remove(resource: Resource, name: string): Promise<void>
  stop(): Promise<void>
}

/** Prepares a cluster, by default that of the environment. Throws without one. */
export async function prepareCluster(kubeconfigs = testCluster()): Promise<Cluster> {
  if (!kubeconfigs) throw new Error('No cluster is set. Run `npm run test:deep -- cluster`.')
  const namespace = `hap-test-${Date.now().toString(36)}`
  const clientOf = (file: string) => createGardenClient({ access: loadKubeconfig(file), version: 'test' })
  const clients = {
    admin: clientOf(kubeconfigs.admin),
    viewer: clientOf(kubeconfigs.viewer),
    operator: clientOf(kubeconfigs.operator),
  }
  // Not with the product's client, which neither creates objects nor uses Secrets.
  const { connection, identify } = clusterTarget(kubeconfigs.admin)
  const http = new HttpClient(connection)
  const send = async (method: string, path: string, object: object | null = null) => {
    const headers = {
      ...identify('admin'),
      Accept: 'application/json',
      ...(object && { 'Content-Type': 'application/json' }),
    }
    const { status, body } = await http.send({ method, path, headers, body: object && JSON.stringify(object) })
    if (status >= 300 && status !== 409) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body as KubeObject
  }
  for (const kind of gardenerKinds())
    await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', kind)
  await send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
  for (const { path, object } of roles(namespace)) await send('POST', path, object)
  await served(clients.admin, namespace)

  return {
    namespace,
    kubeconfigs,
    ...clients,
    create: (resource, object) => send('POST', resourcePath({ resource, namespace }), object),
    async remove(resource, name) {
      await send('DELETE', resourcePath({ resource, namespace, name }))
    },
    async stop() {
      await send('DELETE', `/api/v1/namespaces/${namespace}`)
      http.close()
      for (const client of Object.values(clients)) client.close()
    },
  }
}

/** Waits until the server serves the new kinds. */
async function served(client: GardenClient, namespace: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      for (const path of ['core.gardener.cloud/v1beta1', 'security.gardener.cloud/v1alpha1']) {
        for (const plural of path.startsWith('core') ? ['shoots', 'secretbindings'] : ['credentialsbindings']) {
          await client.request({
            doing: 'wait for a kind',
            permission: null,
            method: 'GET',
            path: `/apis/${path}/namespaces/${namespace}/${plural}`,
          })
        }
      }
      return
    } catch (error) {
      if (attempt === 100) throw error
      await sleep(100)
    }
  }
}
