import type { KubeObject, OwnerReference } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type Resource } from '#lib/garden/resources/resource.ts'
import type { ObjectKey } from './reconciler.ts'

/**
 * The reference by which an object belongs to `owner`, its controller: the garbage collector deletes it after the owner, and a
 * deletion of the owner in the foreground waits for it. Both have to be of one cluster and, unless the owner is
 * cluster-scoped, of one namespace.
 */
export function controllerReference(owner: KubeObject, resource: Resource): OwnerReference {
  const { name = '', uid = '' } = owner.metadata ?? {}
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  }
}

/** The reference to the controller of an object; null when it has none. */
export function controllerOf({ metadata }: KubeObject): OwnerReference | null {
  return metadata?.ownerReferences?.find(({ controller }) => controller === true) ?? null
}

/** Whether this very object, not one of the same name before it, is the controller. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const uid = owner.metadata?.uid
  return uid !== undefined && controllerOf(object)?.uid === uid
}

/** Maps an object to the key of its controller when that is of `resource`, whatever its version: for sources of a controller. */
export function keysOfController({ group, kind }: Resource): (object: KubeObject) => readonly ObjectKey[] {
  return object => {
    const owner = controllerOf(object)
    if (owner === null || owner.kind !== kind || groupOf(owner.apiVersion) !== group) return []
    return [{ namespace: object.metadata?.namespace ?? '', name: owner.name }]
  }
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash === -1 ? '' : apiVersion.slice(0, slash)
}
