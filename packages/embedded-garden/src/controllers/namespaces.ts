import { randomUUID } from 'node:crypto'
import { timestamp } from '#embedded-garden/clock.ts'
import { finalizersOf, isTerminating, type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

const RETRY_MS = 1_000

/** Empties and then removes namespaces that are being deleted. */
export function startNamespaceController(services: Services): () => void {
  const { store } = services
  const collection = store.collection('namespaces')
  const queue = new WorkQueue(name => reconcile(services, name), services.clock)
  for (const stored of collection.entries('')) queue.add(stored.key)
  const stop = collection.subscribe(change => queue.add(change.object.key))
  return () => {
    stop()
    queue.close()
  }
}

function reconcile(services: Services, name: string): number | null {
  const { store, registry } = services
  const stored = store.get('namespaces', '', name)
  if (!stored || !isTerminating(thaw(stored))) return null
  const storages = new Set(
    registry
      .all()
      .filter(resource => resource.namespaced)
      .map(resource => resource.storage),
  )
  let left = 0
  for (const storage of storages) left += empty(services, storage, name)
  if (left > 0) return RETRY_MS
  store.remove('namespaces', stored)
  return null
}

/** Deletes the objects of one kind in the namespace; returns how many of them wait for their finalizers. */
function empty({ store, clock }: Services, storage: string, namespace: string): number {
  let waiting = 0
  for (const stored of [...store.collection(storage).entries(`${namespace}/`)]) {
    const object = thaw(stored)
    if (finalizersOf(object).length === 0) store.remove(storage, stored)
    else {
      waiting++
      if (isTerminating(object)) continue
      Object.assign(metadataOf(object), { deletionTimestamp: timestamp(clock), deletionGracePeriodSeconds: 0 })
      store.put(storage, object)
    }
  }
  return waiting
}

const ACCOUNT = 'default'
const ROOT = 'kube-root-ca.crt'

/** Maintains the defaults of kube-controller-manager in every namespace: a ServiceAccount and the server's authority (PEM). */
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
