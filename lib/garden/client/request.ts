import { describePlace, type Place, type Resource } from '#lib/garden/resources/resource.ts'
import type { Call } from './transport.ts'

/** Describes a call for messages, with the permission that it needs. */
export function describeCall(verb: string, place: Place): Pick<Call, 'doing' | 'permission'> {
  const { resource, namespace, subresource } = place
  return {
    doing: `${verb} ${describePlace(place)}`,
    permission: {
      verb,
      resource: subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`,
      group: resource.group,
      namespace,
    },
  }
}

const META = ';g=meta.k8s.io;v=v1'

/** Accept header for one object. Of a Secret only metadata, without a fallback. */
export function acceptObject(resource: Resource): string {
  return resource.metadataOnly ? `application/json;as=PartialObjectMetadata${META}` : 'application/json'
}

/** Accept header for a list or a watch. */
export function acceptList(resource: Resource, watch: boolean): string {
  if (!resource.metadataOnly) return 'application/json'
  return `application/json;as=PartialObjectMetadata${watch ? '' : 'List'}${META}`
}

export const MERGE_PATCH = 'application/merge-patch+json'

/** JSON is YAML. */
export const APPLY_PATCH = 'application/apply-patch+yaml'

/** Appends the parameters that have a value. */
export function withQuery(path: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, value)
  return query.size === 0 ? path : `${path}?${query}`
}
