import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound } from '#lib/garden/client/garden-error.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { createSecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, resourcePath, SECRETS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest, KubeconfigRequestSpec } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { Landscape } from './landscape.ts'
import { NAMESPACE as PROJECT } from './landscape-accounts.ts'

/** Namespace of the custom resources. */
const KCP = 'kcp-system'

interface Shoot extends KubeObject {
  readonly spec?: { readonly hibernation?: { readonly enabled?: boolean } }
  readonly status?: { readonly lastOperation?: { readonly state?: string; readonly type?: string } }
}

/** The admin kubeconfig of a shoot of the landscape, in base64. */
async function encodedKubeconfig(garden: GardenClient): Promise<string> {
  const shoots: Shoot[] = []
  await garden.page<Shoot>({ resource: SHOOTS, namespace: PROJECT }, { limit: 500 }, shoot => shoots.push(shoot))
  const awake = shoots.find(
    ({ spec, status, metadata }) =>
      spec?.hibernation?.enabled !== true &&
      metadata?.deletionTimestamp === undefined &&
      status?.lastOperation?.state === 'Succeeded',
  )
  const { status } = await garden.request<{ status: { kubeconfig: string } }>({
    doing: 'open a shoot',
    permission: null,
    method: 'POST',
    path: resourcePath({
      resource: SHOOTS,
      namespace: PROJECT,
      name: awake?.metadata?.name ?? '',
      subresource: 'adminkubeconfig',
    }),
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authentication.gardener.cloud/v1alpha1',
      kind: 'AdminKubeconfigRequest',
      spec: { expirationSeconds: 7_200 },
    }),
  })
  return status.kubeconfig
}

/** The admin kubeconfig of a shoot of the landscape. */
export async function shootKubeconfig(garden: GardenClient): Promise<string> {
  return Buffer.from(await encodedKubeconfig(garden), 'base64').toString('utf8')
}

/** Imports the API server of a shoot of the landscape as a Cluster. Returns a function that removes it. */
export async function importCluster(garden: GardenClient, name: string): Promise<() => Promise<void>> {
  const config = await encodedKubeconfig(garden)
  const secret = { metadata: { name: `admin-of-${name}` }, type: 'Opaque', data: { config } }
  await garden.create<KubeObject & { data: object }>({ resource: SECRETS, namespace: KCP }, secret)
  const spec = { kubeconfigSecretRef: { name: `admin-of-${name}`, key: 'config' } }
  const brought = { metadata: { name }, spec }
  await garden.create<KubeObject & { spec: object }>({ resource: CLUSTERS, namespace: KCP }, brought)
  return async () => {
    await garden.delete({ resource: CLUSTERS, namespace: KCP, name })
    await garden.delete({ resource: SECRETS, namespace: KCP, name: `admin-of-${name}` })
  }
}

/** Creates a request like `kubectl create`. By default it grants reading ConfigMaps. */
export async function requestKubeconfig(
  garden: GardenClient,
  name: string,
  spec: Partial<KubeconfigRequestSpec> & Pick<KubeconfigRequestSpec, 'cluster'>,
): Promise<void> {
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  const request = { metadata: { name }, spec: { clusterRole: { rules }, expiration: 3_600, ...spec } }
  await garden.create<KubeObject & { spec: object }>({ resource: KUBECONFIG_REQUESTS, namespace: KCP }, request)
}

/** The current request on the API server; null if it does not exist. */
export async function requestNow(garden: GardenClient, name: string): Promise<KubeconfigRequest | null> {
  try {
    return await garden.get<KubeconfigRequest>({ resource: KUBECONFIG_REQUESTS, namespace: KCP, name })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Changes the spec of a request. */
export async function editRequest(garden: GardenClient, name: string, spec: object): Promise<void> {
  const { resourceVersion } = (await requestNow(garden, name))?.metadata ?? { resourceVersion: '' }
  await garden.patch({ resource: KUBECONFIG_REQUESTS, namespace: KCP, name }, { spec }, { resourceVersion })
}

/** The kubeconfig in the Secret of a request. */
export async function kubeconfigText(
  { adminKubeconfig }: Pick<Landscape, 'adminKubeconfig'>,
  name: string,
): Promise<string> {
  const secrets = createSecretReader({ access: loadKubeconfig(adminKubeconfig), version: 'e2e' })
  try {
    const { config } = await secrets.read({ namespace: KCP, name: `kubeconfig-${name}` })
    return config?.toString('utf8') ?? ''
  } finally {
    secrets.close()
  }
}

/** The token in a kubeconfig. */
export function tokenIn(kubeconfig: string): string {
  return parseAccess(kubeconfig, 'it').load().getCurrentUser()?.token ?? ''
}

/** Lists ConfigMaps with a kubeconfig. Returns `ok`, or the kind of the error. */
export async function answerTo(kubeconfig: string): Promise<string> {
  const inside = createGardenClient({ access: parseAccess(kubeconfig, 'it'), version: 'e2e' })
  try {
    await inside.page({ resource: CONFIG_MAPS, namespace: 'default' }, { limit: 1 }, () => undefined)
    return 'ok'
  } catch (error) {
    if (!(error instanceof GardenError)) throw error
    return error.kind
  } finally {
    inside.close()
  }
}
