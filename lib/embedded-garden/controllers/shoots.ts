import { isDeletionConfirmed } from '#lib/embedded-garden/admission/deletion-confirmation.ts'
import { timestamp } from '#lib/embedded-garden/clock.ts'
import { ensureObject, objectAt } from '#lib/embedded-garden/json.ts'
import { finalizersOf, isTerminating, type KubeObject, metadataOf } from '#lib/embedded-garden/object.ts'
import type { Services } from '#lib/embedded-garden/services.ts'
import { thaw } from '#lib/embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

const STORAGE = 'shoots.core.gardener.cloud'
const FINALIZER = 'gardener'
/** A deletion takes so long here; in a real landscape it is some minutes. */
const STEP_MS = 1_000
const STEP_PROGRESS = 25

/** Gives new shoots their finalizer, and finishes deletions that are begun while the garden runs. */
export function startShootController(services: Services): () => void {
  const { store } = services
  const collection = store.collection(STORAGE)
  const queue = new WorkQueue(key => reconcile(services, key))
  const stop = collection.subscribe(change => {
    if (change.type === 'ADDED') queue.add(change.object.key)
    if (change.type !== 'MODIFIED' || !change.previous) return
    const begins = isTerminating(thaw(change.object)) && !isTerminating(thaw(change.previous))
    if (begins) queue.add(change.object.key)
  })
  return () => {
    stop()
    queue.close()
  }
}

function reconcile({ store, clock }: Services, key: string): number | null {
  const stored = store.collection(STORAGE).get(key)
  if (!stored) return null
  const shoot = thaw(stored)
  if (!isTerminating(shoot)) {
    if (finalizersOf(shoot).includes(FINALIZER)) return null
    metadataOf(shoot).finalizers = [...finalizersOf(shoot), FINALIZER]
    store.put(STORAGE, shoot)
    return null
  }
  if (!isDeletionConfirmed(shoot)) return null
  const progress = progressOf(shoot) + STEP_PROGRESS
  if (progress < 100) {
    ensureObject(shoot, 'status').lastOperation = {
      type: 'Delete',
      state: 'Processing',
      progress,
      description: 'Deletion of Shoot cluster in progress.',
      lastUpdateTime: timestamp(clock),
    }
    store.put(STORAGE, shoot)
    return STEP_MS
  }
  metadataOf(shoot).finalizers = finalizersOf(shoot).filter(finalizer => finalizer !== FINALIZER)
  if (finalizersOf(shoot).length === 0) store.remove(STORAGE, stored)
  else store.put(STORAGE, shoot)
  return null
}

function progressOf(shoot: KubeObject): number {
  const operation = objectAt(objectAt(shoot, 'status'), 'lastOperation')
  return operation.type === 'Delete' ? Number(operation.progress ?? 0) : 0
}
