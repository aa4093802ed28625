import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { keyOf } from './object-key.ts'
import type { ObjectKey } from './reconciler.ts'
import type { StoreFreshness, WatchStore } from './watch-store.ts'

/** Tells a controller which objects to look at. */
export interface Source {
  /** Calls back with the keys of each change, also of what is there already. Out: ends that. */
  subscribe(touch: (key: ObjectKey) => void, onError: (error: unknown) => void): () => void
  /** Keys of all there is. */
  keys(): Iterable<ObjectKey>
  ready(signal: AbortSignal): Promise<boolean>
  freshness(): StoreFreshness
}

/** The objects a controller is for. */
export function objectsOf<T extends KubeObject>(store: Feed<T>): Source {
  return dependents(store, object => [keyOf(object)])
}

type Feed<T extends KubeObject> = Pick<WatchStore<T>, 'all' | 'subscribe' | 'ready' | 'freshness'>

/**
 * Objects on which others depend: `keysOf` tells which. A change of one touches those that depended on it before, and those that
 * do now.
 */
export function dependents<T extends KubeObject>(store: Feed<T>, keysOf: (object: T) => Iterable<ObjectKey>): Source {
  return {
    subscribe(touch, onError) {
      const tell = (object: T | null) => {
        try {
          for (const key of object === null ? [] : keysOf(object)) touch(key)
        } catch (error) {
          // An object that cannot be understood must not stop the watch of all others.
          onError(error)
        }
      }
      const unsubscribe = store.subscribe(({ before, after }) => {
        tell(before)
        tell(after)
      })
      for (const object of store.all()) tell(object)
      return unsubscribe
    },
    *keys() {
      for (const object of store.all()) yield* keysOf(object)
    },
    ready: signal => store.ready(signal),
    freshness: () => store.freshness(),
  }
}
