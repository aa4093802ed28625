import type { ManagedFields } from '#lib/garden/resources/objects.ts'
import type { FieldManager } from '#lib/hap/analysis/rule-changes.ts'

/** Managers that own a field or something below it. In: its way through the object, `data`, `hapRule.yaml`. */
export function fieldOwners(managed: readonly ManagedFields[], path: readonly string[]): readonly FieldManager[] {
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
