import { stringAt } from './json.ts'
import type { KubeObject } from './object.ts'
import type { Services } from './resource.ts'
import { customResourceDefinitions } from './resources/custom-resource-definition.ts'

/** Objects that are written together. */
const BATCH = 1_000

/**
 * Puts fully formed objects of any served kind into the store, past admission. A definition among them is handed to
 * `serveDefinition`, so that objects of its kind may follow. Throws for a kind that is not served.
 */
export function loadAll(
  { registry, store }: Pick<Services, 'registry' | 'store'>,
  objects: Iterable<KubeObject>,
  serveDefinition: (definition: KubeObject) => void,
): void {
  const batches = new Map<string, KubeObject[]>()
  const flush = (storage: string) => {
    store.load(storage, batches.get(storage) ?? [])
    batches.delete(storage)
  }
  for (const object of objects) {
    const resource = registry.findKind(stringAt(object, 'apiVersion'), stringAt(object, 'kind'))
    if (!resource)
      throw new Error(`The garden serves no kind ${stringAt(object, 'kind')} in ${stringAt(object, 'apiVersion')}.`)
    const batch = batches.get(resource.storage) ?? []
    batches.set(resource.storage, batch)
    // Objects are serialised when the batch is written: what is shared between them is not copied before.
    batch.push(resource.conversion ? resource.conversion.toStorage(object) : object)
    if (resource.storage === customResourceDefinitions.storage) serveDefinition(object)
    if (batch.length >= BATCH) flush(resource.storage)
  }
  for (const storage of [...batches.keys()]) flush(storage)
}
