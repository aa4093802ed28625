import { timestamp } from '#embedded-garden/clock.ts'
import { customResources } from '#embedded-garden/crd/custom-resource.ts'
import { ensureObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { finalizersOf, isTerminating, type KubeObject, metadataOf, nameOf } from '#embedded-garden/object.ts'
import type { Resource, Services } from '#embedded-garden/resource.ts'
import {
  CLEANUP_FINALIZER,
  customResourceDefinitions,
  setCondition,
} from '#embedded-garden/resources/api-extensions.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

const { storage: STORAGE } = customResourceDefinitions
/** Delay of a real server: a client must wait until its definition is established. */
const ESTABLISH_MS = 20
const RETRY_MS = 200

interface Definitions {
  /** Serves a definition that was loaded into the store as established, without an event. */
  serve(definition: KubeObject): void
  stop(): void
}

/**
 * Serves the kinds of CustomResourceDefinitions until the definitions are deleted: existing ones
 * from the start, later ones once they are established.
 */
export function startDefinitions(services: Services): Definitions {
  const served = new Map<string, readonly Resource[]>()
  const queue = new WorkQueue(name => reconcile(services, served, name), services.clock)
  const definitions = services.store.collection(STORAGE)
  for (const stored of definitions.entries('')) {
    serve(services, served, thaw(stored))
    queue.add(stored.key)
  }
  const stop = definitions.subscribe(change => {
    if (change.type === 'DELETED') withdraw(services, served, change.object.key)
    else queue.add(change.object.key, ESTABLISH_MS)
  })
  return {
    serve: definition => serve(services, served, definition),
    stop: () => {
      stop()
      queue.close()
    },
  }
}

function reconcile(services: Services, served: Map<string, readonly Resource[]>, name: string): number | null {
  const stored = services.store.get(STORAGE, '', name)
  if (!stored) return null
  const definition = thaw(stored)
  if (isTerminating(definition)) return finish(services, definition)
  serve(services, served, definition)
  if (isEstablished(definition)) return null
  const lastTransitionTime = timestamp(services.clock)
  setCondition(definition, {
    type: 'NamesAccepted',
    status: 'True',
    lastTransitionTime,
    reason: 'NoConflicts',
    message: 'no conflicts found',
  })
  setCondition(definition, {
    type: 'Established',
    status: 'True',
    lastTransitionTime,
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
  })
  ensureObject(definition, 'status').acceptedNames = objectAt(objectAt(definition, 'spec'), 'names')
  services.store.put(STORAGE, definition)
  return null
}

function isEstablished(definition: KubeObject): boolean {
  return objectsAt(objectAt(definition, 'status'), 'conditions').some(
    c => c.type === 'Established' && c.status === 'True',
  )
}

function serve(services: Services, served: Map<string, readonly Resource[]>, definition: KubeObject): void {
  withdraw(services, served, nameOf(definition))
  const resources = customResources(definition)
  for (const resource of resources) {
    services.registry.add(resource)
    services.store.index(resource.storage, resource.strategy.fields)
  }
  served.set(nameOf(definition), resources)
}

function withdraw({ registry }: Services, served: Map<string, readonly Resource[]>, name: string): void {
  for (const resource of served.get(name) ?? []) registry.remove(resource)
  served.delete(name)
}

/** Deletes the objects, and when none is left, the definition. */
function finish({ store, clock }: Services, definition: KubeObject): number | null {
  const spec = objectAt(definition, 'spec')
  const storage = `${stringAt(objectAt(spec, 'names'), 'plural')}.${stringAt(spec, 'group')}`
  let waiting = 0
  for (const stored of [...store.collection(storage).entries('')]) {
    const object = thaw(stored)
    if (finalizersOf(object).length === 0) {
      store.remove(storage, stored)
      continue
    }
    waiting++
    if (isTerminating(object)) continue
    Object.assign(metadataOf(object), { deletionTimestamp: timestamp(clock), deletionGracePeriodSeconds: 0 })
    store.put(storage, object)
  }
  if (waiting > 0) return RETRY_MS
  const left = finalizersOf(definition).filter(finalizer => finalizer !== CLEANUP_FINALIZER)
  metadataOf(definition).finalizers = left
  const stored = store.get(STORAGE, '', nameOf(definition))
  if (left.length > 0) store.put(STORAGE, definition)
  else if (stored) store.remove(STORAGE, stored)
  return null
}
