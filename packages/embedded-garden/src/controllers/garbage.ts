import { timestamp } from '#embedded-garden/clock.ts'
import { ApiError } from '#embedded-garden/http/status.ts'
import { type JsonObject, objectsAt, stringAt } from '#embedded-garden/json.ts'
import {
  finalizersOf,
  isTerminating,
  type KubeObject,
  metadataOf,
  namespaceOf,
  uidOf,
} from '#embedded-garden/object.ts'
import type { Resource, Services } from '#embedded-garden/resource.ts'
import { metadataBytes, type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

/** Finalizers that deletions with propagationPolicy Foreground and Orphan add. */
const FOREGROUND = 'foregroundDeletion'
const ORPHAN = 'orphan'
const MARKS = [FOREGROUND, ORPHAN].map(finalizer => Buffer.from(`"${finalizer}"`))
/** Interval at which a foreground deletion checks whether its dependents are deleted. */
const RETRY_MS = 100
/** Number of objects that the initial scan reads per turn of the event loop. */
const SLICE = 200
const COLLECTOR = { name: 'system:serviceaccount:kube-system:generic-garbage-collector', uid: '', groups: [] }

interface Collector {
  readonly services: Services
  readonly owners: OwnerIndex
}

/**
 * Deletes objects without a remaining owner, and finalizes owners whose dependents are deleted
 * (kube-controller-manager).
 */
export function startGarbageCollector(services: Services): () => void {
  const { store } = services
  const collector: Collector = { services, owners: new OwnerIndex() }
  const queue = new WorkQueue(id => reconcile(collector, id), services.clock)
  const observe = (resource: string, stored: Stored) => {
    const id = `${resource} ${stored.key}`
    if (collector.owners.set(id, stored) || isMarked(stored)) queue.add(id)
  }
  const stop = store.subscribe((resource, { type, object }) => {
    if (type !== 'DELETED') return observe(resource, object)
    collector.owners.remove(`${resource} ${object.key}`)
    const { uid } = JSON.parse(metadataBytes(object).toString()) as JsonObject
    for (const dependent of collector.owners.dependentsOf(String(uid))) queue.add(dependent)
  })
  const stopScan = scanStore(store, observe)
  return () => {
    stop()
    stopScan()
    queue.close()
  }
}

/** Visits every stored object in slices, so that a large landscape does not block the start. */
function scanStore(store: Services['store'], observe: (resource: string, stored: Stored) => void): () => void {
  const waiting = store.resources().flatMap(resource => {
    const collection = store.collection(resource)
    return [...collection.entries('')].map(({ key }) => () => {
      const stored = collection.get(key)
      if (stored) observe(resource, stored)
    })
  })
  let next = setImmediate(function scan() {
    for (const visit of waiting.splice(-SLICE)) visit()
    if (waiting.length > 0) next = setImmediate(scan)
  })
  return () => clearImmediate(next)
}

function isMarked(stored: Stored): boolean {
  const bytes = metadataBytes(stored)
  return MARKS.some(mark => bytes.includes(mark))
}

function reconcile(collector: Collector, id: string): number | null {
  const found = find(collector, id)
  if (!found) return null
  const finalizers = finalizersOf(found.object)
  if (isTerminating(found.object)) {
    if (finalizers.includes(ORPHAN)) return orphan(collector, found)
    if (finalizers.includes(FOREGROUND)) return finishForeground(collector, found)
    return null
  }
  collect(collector, found, '')
  return null
}

interface Found {
  readonly storage: string
  readonly stored: Stored
  readonly object: KubeObject
}

function find({ services }: Collector, id: string): Found | null {
  const [storage = '', key = ''] = id.split(' ')
  const stored = services.store.collection(storage).get(key)
  return stored && { storage, stored, object: thaw(stored) }
}

/** Deletes an object without an existing owner, or removes its deleted owners. `leaving`: uid of an owner waiting for this deletion. */
function collect(collector: Collector, { storage, stored, object }: Found, leaving: string): void {
  const { store } = collector.services
  const owners = objectsAt(metadataOf(object), 'ownerReferences')
  const left = owners.filter(owner => owner.uid !== leaving && exists(collector, owner, namespaceOf(object)))
  if (left.length === owners.length) return
  if (left.length > 0) {
    metadataOf(object).ownerReferences = left
    store.put(storage, object)
  } else remove(collector, { storage, stored, object })
}

/** Treats an owner of an unserved kind as present: the store cannot prove its absence. */
function exists({ services }: Collector, owner: JsonObject, namespace: string): boolean {
  const resource = services.registry.findKind(stringAt(owner, 'apiVersion'), stringAt(owner, 'kind'))
  if (!resource) return true
  const found = services.store.read(resource.storage, resource.namespaced ? namespace : '', stringAt(owner, 'name'))
  return found !== null && uidOf(found) === owner.uid
}

function remove({ services }: Collector, { storage, stored, object }: Found): void {
  const { store, registry, clock } = services
  if (isTerminating(object)) return
  const resource = registry.all().find(each => each.storage === storage)
  if (!resource || !isDeletionAllowed(services, resource, object)) return
  const now = timestamp(clock)
  const waits = resource.strategy.beginDeletion?.(object, now) ?? finalizersOf(object).length > 0
  if (!waits) return void store.remove(storage, stored)
  Object.assign(metadataOf(object), { deletionTimestamp: now, deletionGracePeriodSeconds: 0 })
  store.put(storage, object)
}

/** Whether admission allows the deletion: it refuses a Shoot without a confirmation. */
function isDeletionAllowed(services: Services, resource: Resource, object: KubeObject): boolean {
  const now = timestamp(services.clock)
  const write = { services, user: COLLECTOR, resource, namespace: namespaceOf(object), dryRun: false, now }
  try {
    resource.strategy.admitDelete?.(object, { ...write, subresource: '' })
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

function orphan(collector: Collector, found: Found): null {
  const uid = uidOf(found.object)
  for (const { storage, object } of dependentsOf(collector, uid)) {
    const metadata = metadataOf(object)
    metadata.ownerReferences = objectsAt(metadata, 'ownerReferences').filter(owner => owner.uid !== uid)
    collector.services.store.put(storage, object)
  }
  return removeFinalizer(collector, found, ORPHAN)
}

function finishForeground(collector: Collector, found: Found): number | null {
  const uid = uidOf(found.object)
  for (const dependent of dependentsOf(collector, uid)) collect(collector, dependent, uid)
  const blocked = dependentsOf(collector, uid).some(({ object }) =>
    objectsAt(metadataOf(object), 'ownerReferences').some(
      owner => owner.uid === uid && owner.blockOwnerDeletion === true,
    ),
  )
  return blocked ? RETRY_MS : removeFinalizer(collector, found, FOREGROUND)
}

function dependentsOf(collector: Collector, uid: string): Found[] {
  return collector.owners.dependentsOf(uid).flatMap(id => find(collector, id) ?? [])
}

function removeFinalizer({ services }: Collector, { storage, stored, object }: Found, finalizer: string): null {
  const left = finalizersOf(object).filter(each => each !== finalizer)
  metadataOf(object).finalizers = left
  if (left.length === 0) services.store.remove(storage, stored)
  else services.store.put(storage, object)
  return null
}

const OWNERS = Buffer.from('"ownerReferences"')

/** Index from an owner's uid to its dependents. The caller chooses the ids that identify dependents. */
class OwnerIndex {
  readonly #dependents = new Map<string, Set<string>>()
  readonly #owners = new Map<string, readonly string[]>()

  /** Records an object's present owners; returns whether it has any. */
  set(id: string, stored: Stored): boolean {
    const bytes = metadataBytes(stored)
    if (!bytes.includes(OWNERS)) {
      this.remove(id)
      return false
    }
    const metadata = JSON.parse(bytes.toString()) as JsonObject
    this.remove(id)
    const owners = objectsAt(metadata, 'ownerReferences').map(owner => stringAt(owner, 'uid'))
    this.#owners.set(id, owners)
    for (const owner of owners) this.#dependents.set(owner, (this.#dependents.get(owner) ?? new Set()).add(id))
    return owners.length > 0
  }

  remove(id: string): void {
    for (const owner of this.#owners.get(id) ?? []) {
      const dependents = this.#dependents.get(owner)
      dependents?.delete(id)
      if (dependents?.size === 0) this.#dependents.delete(owner)
    }
    this.#owners.delete(id)
  }

  dependentsOf(owner: string): readonly string[] {
    return [...(this.#dependents.get(owner) ?? [])]
  }
}
