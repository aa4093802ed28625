import type { GardenClient } from '#lib/garden/client/client.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { objectYaml } from '../object-yaml.ts'

/** A binding as the API server has it now, as YAML. Of a Secret only its metadata is asked for. Throws GardenError. */
export async function bindingYaml(
  client: GardenClient,
  { kind, namespace, name }: BindingRef,
  options: CallOptions,
): Promise<string> {
  return objectYaml(await client.get<KubeObject>({ resource: bindingResource(kind), namespace, name }, options))
}
