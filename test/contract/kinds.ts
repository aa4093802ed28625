import { isObject, type Json, objectsAt, stringAt } from '#embedded-garden/json.ts'

export type KindPaths = Readonly<Record<string, { readonly plural: string; readonly namespaced: boolean }>>

/** `/api/v1` or `/apis/GROUP/VERSION`. */
export function apiPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
}

/** Kinds and their collections in an APIResourceList. */
export function discoverKinds(list: Json | undefined): KindPaths {
  const kinds: Record<string, { plural: string; namespaced: boolean }> = {}
  if (!isObject(list)) return kinds
  for (const resource of objectsAt(list, 'resources'))
    if (!stringAt(resource, 'name').includes('/'))
      kinds[stringAt(resource, 'kind')] = {
        plural: stringAt(resource, 'name'),
        namespaced: resource.namespaced === true,
      }
  return kinds
}
