import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { finalizersOf, isTerminating, metadataOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { BINDING_KINDS } from './bindings.ts'
import { WorkQueue } from './work-queue.ts'

const OURS = new Set(BINDING_KINDS.map(({ kind }) => `gardener.cloud/${kind.toLowerCase()}`))

/** Removes the finalizers of terminating Secrets to which no binding refers. */
export function startSecretController({ store, clock }: Services): () => void {
  const collection = store.collection('secrets')
  const queue = new WorkQueue(key => {
    const stored = collection.get(key)
    if (stored) release(stored)
    return null
  }, clock)
  const release = (stored: Stored) => {
    const secret = thaw(stored)
    if (!isTerminating(secret) || isReferenced(stored.key)) return
    const left = finalizersOf(secret).filter(finalizer => !OURS.has(finalizer))
    if (left.length === finalizersOf(secret).length) return
    metadataOf(secret).finalizers = left
    if (left.length === 0) store.remove('secrets', stored)
    else store.put('secrets', secret)
  }
  const isReferenced = (key: string) =>
    BINDING_KINDS.some(({ storage, kind }) =>
      [...store.collection(storage).entries('')].some(stored => {
        const reference = objectAt(thaw(stored), kind === 'SecretBinding' ? 'secretRef' : 'credentialsRef')
        const secret = kind === 'SecretBinding' || reference.kind === 'Secret'
        return secret && `${stringAt(reference, 'namespace')}/${stringAt(reference, 'name')}` === key
      }),
    )
  const stops = [
    collection.subscribe(change => change.type === 'MODIFIED' && queue.add(change.object.key)),
    ...BINDING_KINDS.map(({ storage, kind }) =>
      store.collection(storage).subscribe(change => {
        if (change.type !== 'DELETED') return
        const reference = objectAt(thaw(change.object), kind === 'SecretBinding' ? 'secretRef' : 'credentialsRef')
        queue.add(`${stringAt(reference, 'namespace')}/${stringAt(reference, 'name')}`)
      }),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
    queue.close()
  }
}
