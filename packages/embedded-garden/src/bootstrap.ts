import { randomUUID } from 'node:crypto'
import { type BootstrapRole, bootstrapRoles } from '#embedded-garden/auth/bootstrap.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import { type Clock, timestamp } from './clock.ts'
import { equal, stringAt } from './json.ts'
import { type KubeObject, nameOf } from './object.ts'
import type { Services } from './resource.ts'
import { customResourceDefinitions } from './resources/api-extensions.ts'

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const AGGREGATED = [
  { group: 'core.gardener.cloud', version: 'v1beta1', priority: 15 },
  { group: 'security.gardener.cloud', version: 'v1alpha1', priority: 20 },
]
const RBAC = 'rbac.authorization.k8s.io'

/** Stores the objects of a new cluster: namespaces, default roles and the roles of this cluster (`roles`). */
export function bootstrapCluster(store: Store, clock: Clock, roles: readonly BootstrapRole[]): void {
  const all = bootstrapRoles(roles)
  load(store, clock, 'namespaces', NAMESPACES.map(namespace))
  load(store, clock, `clusterroles.${RBAC}`, all.roles)
  load(store, clock, `clusterrolebindings.${RBAC}`, all.bindings)
}

/** Updates the roles of an existing store to the current defaults, as kube-apiserver does at each start. */
export function updateRoles(store: Store, clock: Clock, roles: readonly BootstrapRole[]): void {
  const all = bootstrapRoles(roles)
  const now = timestamp(clock)
  for (const { storage, objects, content } of [
    { storage: `clusterroles.${RBAC}`, objects: all.roles, content: 'rules' },
    { storage: `clusterrolebindings.${RBAC}`, objects: all.bindings, content: 'subjects' },
  ])
    for (const object of objects) {
      const present = store.read(storage, '', nameOf(object))
      if (present && equal(present[content], object[content])) continue
      store.put(storage, present ? { ...present, [content]: object[content] } : withSystemFields(object, now))
    }
}

/** Registers Gardener's API server in a new store. */
export function bootstrapAggregation(store: Store, clock: Clock): void {
  const services = AGGREGATED.map(service => apiService(service, timestamp(clock)))
  load(store, clock, 'apiservices.apiregistration.k8s.io', services)
}

function load(store: Store, clock: Clock, resource: string, objects: readonly KubeObject[]): void {
  const now = timestamp(clock)
  store.load(
    resource,
    objects.map(object => withSystemFields(object, now)),
  )
}

function withSystemFields(object: KubeObject, now: string): KubeObject {
  const metadata = typeof object.metadata === 'object' && !Array.isArray(object.metadata) ? object.metadata : {}
  return { ...object, metadata: { ...metadata, uid: randomUUID(), creationTimestamp: now } }
}

function namespace(name: string): KubeObject {
  return {
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  }
}

function apiService({ group, version, priority }: (typeof AGGREGATED)[number], now: string): KubeObject {
  return {
    metadata: { name: `${version}.${group}` },
    spec: {
      service: { namespace: 'kube-system', name: 'gardener-apiserver', port: 443 },
      group,
      version,
      groupPriorityMinimum: 10000,
      versionPriority: priority,
    },
    status: {
      conditions: [
        { type: 'Available', status: 'True', lastTransitionTime: now, reason: 'Passed', message: 'all checks passed' },
      ],
    },
  }
}

/** Number of objects per write. */
const BATCH = 1_000

/**
 * Stores complete objects of any served kind without admission. Passes each definition to `serveDefinition`, so that
 * objects of its kind can follow. Throws for a kind that is not served.
 */
export function loadAll(
  { registry, store }: Pick<Services, 'registry' | 'store'>,
  objects: Iterable<KubeObject>,
  serveDefinition: (definition: KubeObject) => void,
): void {
  const batches = new Map<string, KubeObject[]>()
  const flush = (storage: string) => {
    store.load(storage, batches.get(storage) ?? [])
    batches.delete(storage)
  }
  for (const object of objects) {
    const resource = registry.findKind(stringAt(object, 'apiVersion'), stringAt(object, 'kind'))
    if (!resource)
      throw new Error(`The garden serves no kind ${stringAt(object, 'kind')} in ${stringAt(object, 'apiVersion')}.`)
    const batch = batches.get(resource.storage) ?? []
    batches.set(resource.storage, batch)
    // Objects are serialised when the batch is written, so that parts they share need no copies.
    batch.push(resource.conversion ? resource.conversion.toStorage(object) : object)
    if (resource.storage === customResourceDefinitions.storage) serveDefinition(object)
    if (batch.length >= BATCH) flush(resource.storage)
  }
  for (const storage of [...batches.keys()]) flush(storage)
}
