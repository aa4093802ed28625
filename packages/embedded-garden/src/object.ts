import { ensureObject, type JsonObject, objectAt, stringAt, stringsAt, textsAt } from './json.ts'

/** A Kubernetes object as JSON; only the metadata that all kinds share is typed. */
export type KubeObject = JsonObject

export function metadataOf(object: KubeObject): JsonObject {
  return ensureObject(object, 'metadata')
}

export function nameOf(object: KubeObject): string {
  return stringAt(objectAt(object, 'metadata'), 'name')
}

export function namespaceOf(object: KubeObject): string {
  return stringAt(objectAt(object, 'metadata'), 'namespace')
}

export function uidOf(object: KubeObject): string {
  return stringAt(objectAt(object, 'metadata'), 'uid')
}

export function labelsOf(object: KubeObject): Record<string, string> {
  return textsAt(objectAt(object, 'metadata'), 'labels')
}

export function annotationsOf(object: KubeObject): Record<string, string> {
  return textsAt(objectAt(object, 'metadata'), 'annotations')
}

export function finalizersOf(object: KubeObject): string[] {
  return stringsAt(objectAt(object, 'metadata'), 'finalizers')
}

export function isTerminating(object: KubeObject): boolean {
  return stringAt(objectAt(object, 'metadata'), 'deletionTimestamp') !== ''
}

/** Writes labels or annotations; removes the key when the map is empty, as the real server does. */
export function setMetadataMap(object: KubeObject, key: 'labels' | 'annotations', map: Record<string, string>): void {
  const metadata = metadataOf(object)
  if (Object.keys(map).length === 0) delete metadata[key]
  else metadata[key] = map
}
