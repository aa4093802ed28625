import { forbidden, notFound } from '#embedded-garden/http/errors.ts'
import {
  annotationsOf,
  isTerminating,
  type KubeObject,
  labelsOf,
  nameOf,
  setMetadataMap,
} from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'

const CONFIRMATION = 'confirmation.gardener.cloud/deletion'

export function isDeletionConfirmed(object: KubeObject): boolean {
  return annotationsOf(object)[CONFIRMATION] === 'true'
}

/** Refuses to delete a Shoot or Project without the confirmation annotation (Gardener: DeletionConfirmation). */
export function requireConfirmation(object: KubeObject, { resource }: WriteContext): void {
  if (!isDeletionConfirmed(object))
    throw forbidden(resource, nameOf(object), `must have a "${CONFIRMATION}" annotation to delete`)
}

/** Labels that only Gardener's server sets, such as provider.extensions.gardener.cloud/aws. */
const RESERVED = /^[a-z]+\.extensions\.gardener\.cloud\//

/**
 * Replaces all reserved labels on each write, so that clients can neither add nor remove them
 * (Gardener: ExtensionLabels).
 */
export function setExtensionLabels(
  object: KubeObject,
  extensions: Iterable<readonly [prefix: string, type: string]>,
): void {
  const labels: Record<string, string> = {}
  for (const [key, value] of Object.entries(labelsOf(object))) if (!RESERVED.test(key)) labels[key] = value
  for (const [prefix, type] of extensions) labels[`${prefix}.extensions.gardener.cloud/${type}`] = 'true'
  setMetadataMap(object, 'labels', Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** Refuses objects in a missing (404) or terminating (403) namespace (NamespaceLifecycle). */
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
