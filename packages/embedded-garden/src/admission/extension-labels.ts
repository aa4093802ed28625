import { type KubeObject, labelsOf, setMetadataMap } from '#embedded-garden/object.ts'

/** Labels that Gardener's server keeps to itself, such as provider.extensions.gardener.cloud/aws. */
const RESERVED = /^[a-z]+\.extensions\.gardener\.cloud\//

/**
 * Replaces all reserved labels on each write, so that clients can neither add nor remove one
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
