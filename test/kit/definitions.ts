import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isAlreadyThere, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { waitUntil } from './wait.ts'

export const DEFINITIONS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
}

/** Creates the CustomResourceDefinitions that a server does not have, and waits until it serves their resources. */
export async function defineResources(client: GardenClient, definitions: readonly JsonObject[]): Promise<void> {
  for (const definition of definitions) await createUnlessThere(client, DEFINITIONS, definition)
  for (const resource of definitions.map(resourceOf))
    await waitUntil(() => isServed(client, resource), { what: `${resource.plural} are served` })
}

/** Creates a cluster-scoped object, unless the server has it. */
export async function createUnlessThere(client: GardenClient, resource: Resource, object: JsonObject): Promise<void> {
  await client.create({ resource, namespace: null }, object as KubeObject).catch((error: unknown) => {
    if (!isAlreadyThere(error)) throw error
  })
}

function resourceOf(definition: JsonObject): Resource {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const [version] = objectsAt(spec, 'versions')
  return {
    group: stringAt(spec, 'group'),
    version: stringAt(version, 'name'),
    plural: stringAt(names, 'plural'),
    kind: stringAt(names, 'kind'),
  }
}

async function isServed(client: GardenClient, resource: Resource): Promise<boolean> {
  try {
    await client.page({ resource, namespace: 'default' }, { limit: 1 }, () => undefined)
    return true
  } catch (error) {
    if (!isNotServed(error)) throw error
    return false
  }
}
