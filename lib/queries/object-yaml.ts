import { stringify } from 'yaml'
import type { KubeObject } from '#lib/garden/resources/objects.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** An object as YAML, without managedFields and kubectl's copy of the manifest. */
export function objectYaml(object: KubeObject): string {
  return stringify(withoutNoise(object), { lineWidth: 0 })
}

function withoutNoise(object: KubeObject): unknown {
  const { managedFields: _, annotations, ...metadata } = { managedFields: null, ...object.metadata }
  const kept = Object.entries(annotations ?? {}).filter(([key]) => key !== LAST_APPLIED)
  const { apiVersion, kind, metadata: _all, ...rest } = object
  const readable = kept.length > 0 ? { ...metadata, annotations: Object.fromEntries(kept) } : metadata
  return { apiVersion, kind, metadata: readable, ...rest }
}
