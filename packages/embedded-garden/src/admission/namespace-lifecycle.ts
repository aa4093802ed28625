import { forbidden, notFound } from '#embedded-garden/http/errors.ts'
import { isTerminating, type KubeObject, nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'

/** Nothing is created in a namespace that is missing (404) or on its way out (403). */
export function checkNamespace(object: KubeObject, { services, resource, namespace }: WriteContext): void {
  if (!resource.namespaced) return
  const found = services.store.read('namespaces', '', namespace)
  if (!found) throw notFound({ group: '', plural: 'namespaces' }, namespace)
  if (!isTerminating(found)) return
  const message = `namespace ${namespace} is being terminated`
  throw forbidden(
    resource,
    nameOf(object),
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }],
  )
}
