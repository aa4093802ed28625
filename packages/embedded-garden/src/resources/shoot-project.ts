import { nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'

/** Name of the Project that owns a namespace; "" when there is none. */
export function projectOf({ services }: Pick<WriteContext, 'services'>, namespace: string): string {
  for (const stored of services.store.collection('projects.core.gardener.cloud').entries(''))
    if (stored.fields['spec.namespace'] === namespace) return nameOf(thaw(stored))
  return ''
}
