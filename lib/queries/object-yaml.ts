import { stringify } from 'yaml'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** Formats an object as YAML, without managedFields and kubectl's copy of the manifest. */
export function formatObjectYaml(object: KubeObject): string {
  return stringify(withoutNoise(object), { lineWidth: 0 })
}

function withoutNoise(object: KubeObject): unknown {
  const { managedFields: _, annotations, ...metadata } = { managedFields: null, ...object.metadata }
  const shown = Object.entries(annotations ?? {}).filter(([key]) => key !== LAST_APPLIED)
  const { apiVersion, kind, metadata: _all, ...rest } = object
  const readable = shown.length > 0 ? { ...metadata, annotations: Object.fromEntries(shown) } : metadata
  return { apiVersion, kind, metadata: readable, ...rest }
}

/**
 * Reads a binding from the API server as YAML; of a Secret only the metadata. Throws GardenError.
 */
export async function readBindingYaml(
  client: GardenClient,
  { kind, namespace, name }: BindingRef,
  options: CallOptions,
): Promise<string> {
  return formatObjectYaml(await client.get<KubeObject>({ resource: bindingResource(kind), namespace, name }, options))
}
