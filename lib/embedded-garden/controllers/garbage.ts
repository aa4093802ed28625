import { finalizersOf, isTerminating, metadataOf } from '#lib/embedded-garden/object.ts'
import type { Services } from '#lib/embedded-garden/services.ts'
import { thaw } from '#lib/embedded-garden/storage/stored.ts'
import { WorkQueue } from './work-queue.ts'

/** What deletions with propagationPolicy Foreground and Orphan wait for. */
const FINALIZERS = ['foregroundDeletion', 'orphan']

/** Lets objects go that wait for their dependents: nothing in the garden depends on anything. */
export function startGarbageCollector({ store, registry }: Services): () => void {
  const stops = [...new Set(registry.all().map(resource => resource.storage))].map(storage => {
    const collection = store.collection(storage)
    const queue = new WorkQueue(key => {
      const stored = collection.get(key)
      if (!stored) return null
      const object = thaw(stored)
      const left = finalizersOf(object).filter(finalizer => !FINALIZERS.includes(finalizer))
      if (!isTerminating(object) || left.length === finalizersOf(object).length) return null
      metadataOf(object).finalizers = left
      if (left.length === 0) store.remove(storage, stored)
      else store.put(storage, object)
      return null
    })
    const stop = collection.subscribe(change => {
      if (change.type === 'MODIFIED' && finalizersOf(thaw(change.object)).some(each => FINALIZERS.includes(each)))
        queue.add(change.object.key)
    })
    return () => {
      stop()
      queue.close()
    }
  })
  return () => {
    for (const stop of stops) stop()
  }
}
