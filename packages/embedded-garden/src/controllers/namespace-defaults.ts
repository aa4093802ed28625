import { randomUUID } from 'node:crypto'
import { timestamp } from '#embedded-garden/clock.ts'
import { isTerminating, type KubeObject } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { WorkQueue } from './work-queue.ts'

const ACCOUNT = 'default'
const ROOT = 'kube-root-ca.crt'

/** Keeps in every namespace what kube-controller-manager puts there: a ServiceAccount, and the authority behind the API server (PEM). */
export function startNamespaceDefaults(services: Services, authority: string): () => void {
  const { store } = services
  const defaults: Readonly<Record<string, { readonly name: string; readonly content: KubeObject }>> = {
    serviceaccounts: { name: ACCOUNT, content: {} },
    configmaps: { name: ROOT, content: { data: { 'ca.crt': authority } } },
  }
  const furnish = (namespace: string) => {
    const present = store.read('namespaces', '', namespace)
    if (!present || isTerminating(present)) return null
    for (const [resource, { name, content }] of Object.entries(defaults)) {
      if (store.get(resource, namespace, name)) continue
      const creationTimestamp = timestamp(services.clock)
      store.put(resource, { metadata: { name, namespace, uid: randomUUID(), creationTimestamp }, ...content })
    }
    return null
  }
  const queue = new WorkQueue(furnish, services.clock)
  for (const stored of [...store.collection('namespaces').entries('')]) furnish(stored.key)
  const stop = store.subscribe((resource, { type, object }) => {
    if (resource === 'namespaces' && type === 'ADDED') queue.add(object.key)
    const [namespace = '', name] = object.key.split('/')
    if (type === 'DELETED' && defaults[resource]?.name === name) queue.add(namespace)
  })
  return () => {
    stop()
    queue.close()
  }
}
