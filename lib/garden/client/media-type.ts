import type { Resource } from '#lib/garden/resources/resource.ts'

const META = ';g=meta.k8s.io;v=v1'

/** Accept for one object. Only metadata of a Secret is asked for, with no other type to fall back to. */
export function acceptObject(resource: Resource): string {
  return resource.metadataOnly ? `application/json;as=PartialObjectMetadata${META}` : 'application/json'
}

/** Accept for a list or a watch. */
export function acceptList(resource: Resource, watch: boolean): string {
  if (!resource.metadataOnly) return 'application/json'
  return `application/json;as=PartialObjectMetadata${watch ? '' : 'List'}${META}`
}

export const MERGE_PATCH = 'application/merge-patch+json'

/** JSON is YAML. */
export const APPLY_PATCH = 'application/apply-patch+yaml'
