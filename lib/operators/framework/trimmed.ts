import type { KubeObject } from '#lib/garden/resources/objects.ts'

/**
 * An object to keep: without managedFields, which are two fifths of a shoot (measured), and frozen throughout, since everybody
 * shares it. It is changed in place.
 */
export function trimmed<T extends KubeObject>(object: T): T {
  if (object.metadata !== undefined && 'managedFields' in object.metadata) delete object.metadata.managedFields
  return deepFreeze(object)
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
