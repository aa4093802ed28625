import { forbidden } from '#embedded-garden/http/errors.ts'
import { finalizersOf, type KubeObject, nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'
import { prefixOf } from '#embedded-garden/storage/stored.ts'

/** Field of a shoot that names its binding. */
export type BindingField = 'spec.secretBindingName' | 'spec.credentialsBindingName'

const FINALIZER = 'gardener'

/** Names of the shoots in `namespace` that run on the binding. */
export function shootsOn(
  { services }: Pick<WriteContext, 'services'>,
  namespace: string,
  field: BindingField,
  binding: string,
): string[] {
  const shoots: string[] = []
  for (const stored of services.store.collection('shoots.core.gardener.cloud').entries(prefixOf(namespace)))
    if (stored.fields[field] === binding) shoots.push(stored.key.slice(namespace.length + 1))
  return shoots
}

/** The finalizer of a binding in use stays (Gardener: FinalizerRemoval). */
export function keepFinalizerInUse(
  next: KubeObject,
  previous: KubeObject | null,
  field: BindingField,
  context: WriteContext,
): void {
  if (!previous || !finalizersOf(previous).includes(FINALIZER) || finalizersOf(next).includes(FINALIZER)) return
  if (shootsOn(context, context.namespace, field, nameOf(previous)).length === 0) return
  throw forbidden(
    context.resource,
    nameOf(previous),
    'finalizer must not be removed: the binding is still in use by at least one shoot',
  )
}
