import { randomUUID } from 'node:crypto'
import type { GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource } from '#lib/garden/resources/resource.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { KubeconfigRequest, KubeconfigRequestStatus } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { administratorSelector, type ClusterRoleBindingObject } from '#lib/operators/cluster/administrator-bindings.ts'
import { findCondition, isTrue } from '#lib/operators/framework/conditions.ts'
import { createWatchStore, type WatchStore } from '#lib/operators/framework/watch-store.ts'
import { CLUSTER_ROLE_BINDINGS, listAll } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { openerOn } from '../operators/opener-on.ts'
import { sampleCluster } from '../operators/sample-cluster.ts'
import { type Plant, startPlant } from './plant.ts'
import type { Findings } from './report.ts'
import type { Amounts } from './scenario.ts'
import { ShootCaller } from './shoot-caller.ts'
import { clearShoot } from './shoot-objects.ts'

const CLUSTER = 'stress'
const TENANT = 'tenant-0'
const RULES = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
/** Maximum time until a change of an object is visible. */
const PATIENCE_MS = 300_000
/** Longer than any run, so that no kubeconfig is renewed by itself. */
const LIFE_SECONDS = 24 * 3600

/** A plant with one ready Cluster, and KubeconfigRequests for it. */
export class Access {
  readonly requests: WatchStore<KubeconfigRequest>
  /** The initial administrator of the shoot; unique, as scenarios run in parallel on one API server. */
  readonly administrator = `first-${randomUUID()}@example.com`
  readonly caller = new ShootCaller()
  readonly #plant: Plant
  readonly #isReal: boolean
  readonly #waiting = new Map<string, () => void>()

  private constructor(plant: Plant, isReal: boolean) {
    this.#plant = plant
    this.#isReal = isReal
    const { client, namespace } = plant.control
    const collection = { resource: KUBECONFIG_REQUESTS, namespace }
    this.requests = createWatchStore<KubeconfigRequest>({ client, collection, staleAfterMs: 60_000 })
    this.requests.subscribe(({ after }) => this.#waiting.get(after?.metadata.name ?? '')?.())
  }

  static async open({ seed, kubeconfig }: Pick<Amounts, 'seed' | 'kubeconfig'>): Promise<Access> {
    const plant = await startPlant({ seed, kubeconfig, accounts: ['stress-0'], shootsToo: true })
    const access = new Access(plant, kubeconfig !== null)
    try {
      await access.requests.ready(AbortSignal.timeout(PATIENCE_MS))
      await access.#makeCluster()
      return access
    } catch (error) {
      await access.stop()
      throw error
    }
  }

  async apply(name: string): Promise<void> {
    const { client, namespace } = this.#plant.control
    const spec = { cluster: CLUSTER, clusterRole: { rules: RULES }, expiration: LIFE_SECONDS }
    await client.create({ resource: KUBECONFIG_REQUESTS, namespace }, { metadata: { name }, spec } as KubeObject)
  }

  /** Sets an annotation to "true", regardless of concurrent changes. */
  annotate(name: string, key: string): Promise<void> {
    return this.#change(KUBECONFIG_REQUESTS, name, { metadata: { annotations: { [key]: 'true' } } })
  }

  /** Sets the administrators of the shoot. */
  setAdministrators(administrators: readonly string[]): Promise<void> {
    return this.#change(CLUSTERS, CLUSTER, { spec: { administrators } })
  }

  /**
   * The request once it meets the condition; throws after a timeout. Only one caller at a time may wait for a request.
   */
  async until(name: string, isAsWished: (request: KubeconfigRequest) => boolean): Promise<KubeconfigRequest> {
    const key = { namespace: this.#plant.control.namespace, name }
    const asWished = () => {
      const request = this.requests.get(key)
      return request !== null && isAsWished(request) ? request : null
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(name)
        reject(new Error(`${name} was last seen as ${JSON.stringify(this.requests.get(key)?.status?.conditions)}`))
      }, PATIENCE_MS)
      const look = () => {
        const request = asWished()
        if (request === null) return
        this.#waiting.delete(name)
        clearTimeout(timer)
        resolve(request)
      }
      this.#waiting.set(name, look)
      look()
    })
  }

  untilIssued(name: string): Promise<KubeconfigRequest> {
    return this.until(name, ({ status }) => isTrue(status?.conditions, 'Ready'))
  }

  /** Waits until the cluster refused the old token. */
  untilRevoked(name: string): Promise<KubeconfigRequest> {
    return this.until(name, ({ status }) => findCondition(status?.conditions, 'Revoked')?.reason === 'TokenRefused')
  }

  /** The status of a request that the watch has delivered. */
  statusOf(name: string): KubeconfigRequestStatus {
    return this.requests.get({ namespace: this.#plant.control.namespace, name })?.status ?? {}
  }

  /** The kubeconfig in the Secret of a request. */
  async kubeconfig(name: string): Promise<string> {
    const { secrets, namespace } = this.#plant.control
    const { config } = await secrets.read({ namespace, name: `kubeconfig-${name}` })
    return config?.toString() ?? ''
  }

  /** Runs work in the shoot as its administrator. `installation` is the label of the operators’ objects there. */
  async inShoot<T>(work: (shoot: GardenClient, installation: string) => Promise<T>): Promise<T> {
    const { control, garden } = this.#plant
    const { client, namespace } = control
    const home = await client.get<KubeObject>({ resource: NAMESPACES, namespace: null, name: namespace })
    const { status } = await client.get<KubeObject & Cluster>({ resource: CLUSTERS, namespace, name: CLUSTER })
    if (status?.shootRef === undefined) throw new Error('The Cluster has no shoot.')
    const opener = openerOn(garden, control.secrets, namespace)
    const shoot = await openTarget(opener, { by: 'shoot', ...status.shootRef })
    try {
      return await work(shoot.client, home.metadata?.uid ?? '')
    } finally {
      shoot.close()
    }
  }

  /** The bindings of the Cluster’s administrators in the open shoot. */
  async administratorBindings(shoot: GardenClient): Promise<readonly ClusterRoleBindingObject[]> {
    const { client, namespace } = this.#plant.control
    const { metadata } = await client.get<KubeObject & Cluster>({ resource: CLUSTERS, namespace, name: CLUSTER })
    const labelSelector = administratorSelector(metadata.uid)
    return listAll(shoot, { resource: CLUSTER_ROLE_BINDINGS, namespace: null, labelSelector })
  }

  judgeMemory(found: Findings): void {
    this.#plant.console.judgeMemory(found)
  }

  async stop(): Promise<void> {
    this.caller.close()
    await this.requests.stop()
    // A real server remains.
    if (this.#isReal) await this.#clear().catch((error: unknown) => console.error(`not cleared: ${error}`))
    await this.#plant.stop()
  }

  async #clear(): Promise<void> {
    await this.inShoot(async (shoot, installation) => {
      await clearShoot(shoot, installation)
      for (const { metadata } of await this.administratorBindings(shoot))
        await shoot.delete({ resource: CLUSTER_ROLE_BINDINGS, namespace: null, name: metadata?.name ?? '' })
    })
  }

  async #change(resource: Resource, name: string, change: MergePatch): Promise<void> {
    const { client, namespace } = this.#plant.control
    const place = { resource, namespace, name }
    for (;;) {
      const { metadata } = await client.get<KubeObject>(place)
      const options = { resourceVersion: metadata?.resourceVersion ?? '' }
      try {
        await client.patch(place, change, options)
        return
      } catch (error) {
        if (!(error instanceof GardenError) || error.kind !== 'conflict') throw error
      }
    }
  }

  async #makeCluster(): Promise<void> {
    const { client, namespace } = this.#plant.control
    const clusters = createWatchStore<KubeObject & Cluster>({
      client,
      collection: { resource: CLUSTERS, namespace },
      staleAfterMs: 60_000,
    })
    try {
      const { spec } = sampleCluster({
        administrators: [this.administrator],
        infrastructure: { subscriptionSelector: `globalaccount:${TENANT}` },
      })
      const labels = { plan: 'aws', globalaccountid: TENANT, subaccountid: 'sub', instanceid: 'instance' }
      await client.create({ resource: CLUSTERS, namespace }, {
        metadata: { name: CLUSTER, labels },
        spec,
      } as KubeObject)
      await readyCluster(clusters)
    } finally {
      await clusters.stop()
    }
  }
}

function readyCluster(clusters: WatchStore<KubeObject & Cluster>): Promise<void> {
  return new Promise((resolve, reject) => {
    let last: unknown = null
    const timer = setTimeout(
      () => reject(new Error(`The Cluster was last seen as ${JSON.stringify(last)}`)),
      PATIENCE_MS,
    )
    clusters.subscribe(({ after }) => {
      last = after?.status
      if (!isTrue(after?.status?.conditions, 'Ready')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
