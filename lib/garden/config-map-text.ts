import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { APPLY_PATCH } from '#lib/garden/client/request.ts'
import type { ConfigMapObject, ManagedFields } from '#lib/garden/resources/objects.ts'
import { CONFIG_MAPS, describePlace, resourcePath } from '#lib/garden/resources/resource.ts'
import { CONSOLE_MANAGER, type FieldManager } from '#lib/hap/analysis/rule-changes.ts'

/** A key of a ConfigMap. */
export interface ConfigMapKey {
  readonly namespace: string
  readonly name: string
  readonly key: string
}

/** The text under a key of a ConfigMap and its field managers. */
export interface ConfigMapText {
  /** Null without such a key. */
  readonly text: string | null
  readonly owners: readonly FieldManager[]
  /** Annotations of the ConfigMap. */
  readonly annotations: Readonly<Record<string, string>>
  /** Version of the ConfigMap. */
  readonly resourceVersion: string
}

interface ApplyOptions {
  readonly annotations: Readonly<Record<string, string>>
  /** Overrides other owners of the text if the ConfigMap still has this version; null never overrides. */
  readonly takeOverAt: string | null
}

/** Reads the text from the cluster; null without such a ConfigMap. Throws GardenError. */
export async function readConfigMapText(
  client: Pick<GardenClient, 'get'>,
  place: ConfigMapKey,
): Promise<ConfigMapText | null> {
  try {
    return textOf(await client.get<ConfigMapObject>({ resource: CONFIG_MAPS, ...place }), place)
  } catch (error) {
    if (error instanceof GardenError && error.kind === 'not-found') return null
    throw error
  }
}

/**
 * Writes the text by server-side apply, which creates a missing ConfigMap and leaves other keys
 * unchanged. Throws GardenError: `conflict` when another manager owns the text or the ConfigMap has
 * another version.
 */
export async function applyConfigMapText(
  client: Pick<GardenClient, 'request'>,
  place: ConfigMapKey,
  text: string,
  { annotations, takeOverAt }: ApplyOptions,
): Promise<ConfigMapText> {
  const { namespace, name, key } = place
  const query = new URLSearchParams({ fieldManager: CONSOLE_MANAGER, ...(takeOverAt !== null && { force: 'true' }) })
  const target = { resource: CONFIG_MAPS, namespace, name }
  const object = await client.request<ConfigMapObject>(
    {
      doing: `apply ${describePlace(target)}`,
      permission: { verb: 'patch', resource: CONFIG_MAPS.plural, group: '', namespace },
      method: 'PATCH',
      path: `${resourcePath(target)}?${query}`,
      contentType: APPLY_PATCH,
      body: JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, namespace, annotations, ...(takeOverAt !== null && { resourceVersion: takeOverAt }) },
        data: { [key]: text },
      }),
    },
    { withinMs: APPLY_WITHIN_MS },
  )
  return textOf(object, place)
}

const APPLY_WITHIN_MS = 30_000

function textOf({ metadata = {}, data = {} }: ConfigMapObject, { key }: ConfigMapKey): ConfigMapText {
  return {
    text: Object.hasOwn(data, key) ? (data[key] ?? null) : null,
    owners: findOwners(metadata.managedFields ?? [], ['data', key]),
    annotations: metadata.annotations ?? {},
    resourceVersion: metadata.resourceVersion ?? '',
  }
}

/** Managers that own a field or a part of it. `path`: keys from the root, `data`, `hapRule.yaml`. */
function findOwners(managed: readonly ManagedFields[], path: readonly string[]): readonly FieldManager[] {
  return managed.flatMap(({ manager, operation, subresource, fieldsV1 }) => {
    if (subresource || !manager || !owns(fieldsV1, path)) return []
    return [{ name: manager, operation: operation === 'Apply' ? 'Apply' : 'Update' }]
  })
}

function owns(fields: unknown, path: readonly string[]): boolean {
  let level = fields
  for (const step of path) {
    const key = `f:${step}`
    if (typeof level !== 'object' || level === null || !Object.hasOwn(level, key)) return false
    level = (level as Record<string, unknown>)[key]
  }
  return true
}
