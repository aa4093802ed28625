import { randomUUID } from 'node:crypto'
import { bootstrapRoles } from '#lib/embedded-garden/auth/bootstrap.ts'
import type { Store } from '#lib/embedded-garden/storage/store.ts'
import { type Clock, timestamp } from './clock.ts'
import type { KubeObject } from './object.ts'

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const AGGREGATED = [
  { group: 'core.gardener.cloud', version: 'v1beta1', priority: 15 },
  { group: 'security.gardener.cloud', version: 'v1alpha1', priority: 20 },
]
const RBAC = 'rbac.authorization.k8s.io'

/** Puts into a new store what every cluster begins with. */
export function bootstrap(store: Store, clock: Clock): void {
  const now = timestamp(clock)
  const roles = bootstrapRoles()
  const load = (resource: string, objects: KubeObject[]) =>
    store.load(
      resource,
      objects.map(object => withSystemFields(object, now)),
    )
  load('namespaces', NAMESPACES.map(namespace))
  load(`clusterroles.${RBAC}`, roles.roles)
  load(`clusterrolebindings.${RBAC}`, roles.bindings)
  load(
    'apiservices.apiregistration.k8s.io',
    AGGREGATED.map(service => apiService(service, now)),
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
