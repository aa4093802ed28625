import { type Clock, systemClock } from '#embedded-garden/clock.ts'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import { createSecretReader, type SecretReader } from '#lib/garden/client/secret-reader.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, SECRETS } from '#lib/garden/resources/resource.ts'
import type { KubeconfigRequest, KubeconfigRequestSpec } from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_LABELS, KUBECONFIG_MANAGER, KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import type { KubeconfigContext } from '#lib/operators/kubeconfig/kubeconfig-context.ts'
import { createKubeconfigReconciler } from '#lib/operators/kubeconfig/kubeconfig-reconciler.ts'
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  listAll,
  ROLE_BINDINGS,
  ROLES,
  SERVICE_ACCOUNTS,
} from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { openTarget } from '#lib/operators/target/open-target.ts'
import { SharedTargets } from '#lib/operators/target/shared-targets.ts'
import { chartDefinitions } from '#lib/operators/testing/chart.ts'
import { HttpClient } from '../contract/http-client.ts'
import { accessBy } from '../garden/access-by.ts'
import { defineResources } from '../kit/definitions.ts'
import { objectsIn } from '../kit/objects.ts'
import { openerOn } from './opener-on.ts'

export const NAMESPACE = 'kcp'
export const CLUSTER = 'example-cluster'
/** Name of the Secret with the kubeconfig of the imported cluster. */
export const ADMIN_SECRET = 'admin-of-example'

/** Reads ConfigMaps in all namespaces, and Secrets in one. */
const SPEC: Partial<KubeconfigRequestSpec> & Pick<KubeconfigRequestSpec, 'cluster' | 'expiration'> = {
  cluster: CLUSTER,
  clusterRole: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] },
  role: {
    namespace: 'compass-system',
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'delete'] }],
  },
  expiration: 3600,
}

const signal = new AbortController().signal

/** Two servers, a control plane and an imported cluster, and a clock that the test advances. */
export class KubeconfigWorld {
  readonly control: Garden
  target: Garden
  readonly client: GardenClient
  readonly secrets: SecretReader
  readonly clock: { now(): number; skip(ms: number): void }
  inside: GardenClient
  readonly #targets: SharedTargets
  readonly #requests
  /** Errors thrown by reconcilers, as text. */
  readonly errors: string[] = []
  /** Events as `Normal Issued: …`. */
  readonly events: string[] = []

  constructor(control: Garden, target: Garden, clock: KubeconfigWorld['clock']) {
    this.control = control
    this.target = target
    this.clock = clock
    const access = accessBy(control.kubeconfig('admin'))
    this.client = createGardenClient({ access, version: 'test' })
    this.#requests = objectsIn<KubeconfigRequest>(this.client, { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE })
    this.secrets = createSecretReader({ access, version: 'test' })
    this.inside = adminOf(target)
    const opener = openerOn(this.client, this.secrets, NAMESPACE)
    this.#targets = new SharedTargets(place => openTarget(opener, place))
  }

  context(more: Partial<KubeconfigContext> = {}): KubeconfigContext {
    return {
      control: this.client,
      garden: this.client,
      secrets: this.secrets,
      targets: this.#targets,
      version: 'test',
      installation: 'test',
      exceptions: new Map(),
      clock: this.clock,
      report: (_request, { type, reason, note }) => this.events.push(`${type} ${reason}: ${note}`),
      reached: async () => undefined,
      ...more,
    }
  }

  /** One run of an operator that has just started; returns the time of the requested next run. */
  async run(name: string, more: Partial<KubeconfigContext> = {}): Promise<number | null> {
    try {
      const { requeueAt } = await createKubeconfigReconciler(this.context(more)).reconcile(
        { namespace: NAMESPACE, name },
        signal,
      )
      return requeueAt
    } catch (error) {
      this.errors.push(String(error))
      throw error
    }
  }

  /**
   * Runs until there is nothing left to do now; retries conflicts like the work queue. Returns the time of the next
   * run.
   */
  async settle(name: string, more: Partial<KubeconfigContext> = {}): Promise<number | null> {
    for (let runs = 0; runs < 50; runs++) {
      try {
        const again = await this.run(name, more)
        if (again === null || again > this.clock.now() + 15_000) return again
        this.clock.skip(Math.max(0, again - this.clock.now()))
      } catch (error) {
        if (!(error instanceof GardenError) || (error.kind !== 'conflict' && error.reason !== 'AlreadyExists'))
          throw error
      }
    }
    throw new Error(`${name} never came to rest.`)
  }

  async apply(name: string, spec: Partial<KubeconfigRequestSpec> = {}): Promise<KubeconfigRequest> {
    return this.client.create({ resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE }, {
      metadata: { name },
      spec: { ...SPEC, ...spec },
    } as unknown as KubeconfigRequest)
  }

  request(name: string): Promise<KubeconfigRequest> {
    return this.client.get<KubeconfigRequest>(placeOf(name))
  }

  async edit(name: string, spec: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#requests.edit(name, { spec })
  }

  async annotate(name: string, key: string, value: string | null): Promise<void> {
    await this.#requests.edit(name, { metadata: { annotations: { [key]: value } } })
  }

  delete(name: string): Promise<void> {
    return this.#requests.remove(name)
  }

  /** Status and reason of a condition: `True Issued`. */
  async condition(name: string, type: string): Promise<string> {
    const found = (await this.request(name)).status?.conditions?.find(each => each.type === type)
    return found === undefined ? 'none' : `${found.status} ${found.reason}`
  }

  /** The kubeconfig in the Secret; null without one. */
  async kubeconfig(name: string): Promise<string | null> {
    try {
      const { config } = await this.secrets.read({ namespace: NAMESPACE, name: `kubeconfig-${name}` })
      return config?.toString() ?? null
    } catch (error) {
      if (error instanceof GardenError && error.kind === 'not-found') return null
      throw error
    }
  }

  /** The HTTP status of the cluster for a request with this kubeconfig. */
  async answer(kubeconfig: string | null, path: string, method = 'GET', body?: object): Promise<number> {
    if (kubeconfig === null) throw new Error('There is no kubeconfig.')
    const access = parseAccess(kubeconfig, 'it')
    const ca = Buffer.from(access.certificateAuthority ?? '', 'base64').toString()
    // The addresses of shoots have a path.
    const server = new URL(access.server)
    const client = new HttpClient({ server: server.origin, tls: { ca } })
    try {
      const { status } = await client.send({
        method,
        path: (server.pathname === '/' ? '' : server.pathname) + path,
        headers: {
          Authorization: `Bearer ${access.load().getCurrentUser()?.token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      })
      return status
    } finally {
      client.close()
    }
  }

  /** All objects of the operators in the cluster, as `Kind namespace/name`, except namespaces. */
  async traces(): Promise<string[]> {
    const kinds = [CLUSTER_ROLES, CLUSTER_ROLE_BINDINGS, ROLES, ROLE_BINDINGS, SERVICE_ACCOUNTS, SECRETS]
    const labelSelector = `${KUBECONFIG_LABELS.managedBy}=${KUBECONFIG_MANAGER}`
    const lists = await Promise.all(
      kinds.map(async resource => {
        const objects = await listAll<KubeObject>(this.inside, { resource, namespace: null, labelSelector })
        return objects.map(({ metadata }) => `${resource.kind} ${metadata?.namespace ?? ''}/${metadata?.name}`)
      }),
    )
    return lists.flat().sort()
  }

  /** Replaces the cluster by another one under the same name. */
  async recreate(): Promise<void> {
    this.inside.close()
    await this.target.stop()
    this.target = await createGarden({ throttle: false, clock: this.target.services.clock })
    this.inside = adminOf(this.target)
    const place = { resource: SECRETS, namespace: NAMESPACE, name: ADMIN_SECRET }
    const { metadata } = await this.client.get<KubeObject>(place)
    const config = Buffer.from(this.target.kubeconfig('admin')).toString('base64')
    await this.client.patch(place, { data: { config } }, { resourceVersion: metadata?.resourceVersion ?? '' })
  }

  async stop(): Promise<void> {
    await this.#targets.stop()
    this.client.close()
    this.secrets.close()
    this.inside.close()
    for (const garden of new Set([this.control, this.target])) await garden.stop()
  }
}

export async function startKubeconfigWorld(): Promise<KubeconfigWorld> {
  let ahead = 0
  const clock = {
    now: () => Date.now() + ahead,
    skip: (ms: number) => {
      ahead += ms
    },
  }
  const serverClock: Clock = { ...systemClock, now: () => new Date(clock.now()) }
  const options = { throttle: false, clock: serverClock, faults: true } as const
  const control = await createGarden({ ...options, refuseSecretDataTo: 'hap-console' })
  const target = await createGarden(options)
  const world = new KubeconfigWorld(control, target, clock)
  await prepareControlPlane(world)
  await importCluster(world.client, target.kubeconfig('admin'))
  return world
}

/** The system clock. */
export const SYSTEM_CLOCK: KubeconfigWorld['clock'] = { now: Date.now, skip: () => undefined }

/** The kinds, and a namespace for the objects. */
export async function prepareControlPlane(world: KubeconfigWorld): Promise<void> {
  await defineResources(world.client, chartDefinitions())
  await world.client.create({ resource: NAMESPACES, namespace: null }, { metadata: { name: NAMESPACE } })
}

/** Imports a cluster into the control plane by the kubeconfig of its administrator. */
export async function importCluster(client: GardenClient, kubeconfig: string): Promise<void> {
  await client.create({ resource: SECRETS, namespace: NAMESPACE }, {
    metadata: { name: ADMIN_SECRET },
    type: 'Opaque',
    data: { config: Buffer.from(kubeconfig).toString('base64') },
  } as KubeObject)
  await client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: CLUSTER },
    spec: { kubeconfigSecretRef: { name: ADMIN_SECRET, key: 'config' } },
  } as KubeObject)
}

function placeOf(name: string) {
  return { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name }
}

function adminOf(garden: Garden): GardenClient {
  return createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'observer' })
}
