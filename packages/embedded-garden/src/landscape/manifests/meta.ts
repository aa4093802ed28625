import type { JsonObject } from '#embedded-garden/json.ts'
import { timestamp } from '#embedded-garden/landscape/calendar.ts'

/** One entry of managedFields. `fields` may be shared between objects: it is never written to. */
export function managed(
  manager: string,
  apiVersion: string,
  at: number,
  fields: JsonObject,
  more: { operation?: 'Update' | 'Apply'; subresource?: string } = {},
): JsonObject {
  return {
    manager,
    operation: more.operation ?? 'Update',
    apiVersion,
    time: timestamp(at),
    fieldsType: 'FieldsV1',
    fieldsV1: fields,
    ...(more.subresource === undefined ? {} : { subresource: more.subresource }),
  }
}

/** `f:` entries for the keys of a map, as field ownership lists labels and annotations. */
export function ownedKeys(map: Readonly<Record<string, unknown>>): JsonObject {
  return { '.': {}, ...Object.fromEntries(Object.keys(map).map(key => [`f:${key}`, {}])) }
}
