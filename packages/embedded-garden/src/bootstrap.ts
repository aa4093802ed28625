import { randomUUID } from 'node:crypto'
import { type BootstrapRole, bootstrapRoles } from '#embedded-garden/auth/bootstrap.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import { type Clock, timestamp } from './clock.ts'
import { equal } from './json.ts'
import { type KubeObject, nameOf } from './object.ts'

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const AGGREGATED = [
  { group: 'core.gardener.cloud', version: 'v1beta1', priority: 15 },
  { group: 'security.gardener.cloud', version: 'v1alpha1', priority: 20 },
]
const RBAC = 'rbac.authorization.k8s.io'

/** Puts into a new store what every cluster begins with; `roles` are its own. */
export function bootstrapCluster(store: Store, clock: Clock, roles: readonly BootstrapRole[]): void {
  const all = bootstrapRoles(roles)
  load(store, clock, 'namespaces', NAMESPACES.map(namespace))
  load(store, clock, `clusterroles.${RBAC}`, all.roles)
  load(store, clock, `clusterrolebindings.${RBAC}`, all.bindings)
}

/** Brings the roles of an older store up to what clusters begin with today, as kube-apiserver does at each start. */
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

/** The entries of Gardener's API server in a new store. */
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
