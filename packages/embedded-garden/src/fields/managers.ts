import { isObject, type Json, type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { FieldSet } from './field-set.ts'

export interface Manager {
  readonly name: string
  readonly operation: 'Apply' | 'Update'
  readonly apiVersion: string
  readonly subresource: string
}

/** The fields of an object that one manager owns. */
export interface Ownership {
  readonly manager: Manager
  readonly fields: FieldSet
  /** RFC 3339 */
  readonly time: string
}

/** The ownerships of an object by manager. */
type Ownerships = ReadonlyMap<string, Ownership>

export function managerKey({ name, operation, apiVersion, subresource }: Manager): string {
  return JSON.stringify([name, operation, apiVersion, subresource])
}

/** Reads metadata.managedFields. */
export function readOwnerships(managedFields: Json | undefined): Map<string, Ownership> {
  const ownerships = new Map<string, Ownership>()
  for (const entry of Array.isArray(managedFields) ? managedFields.filter(isObject) : []) {
    const manager: Manager = {
      name: stringAt(entry, 'manager'),
      operation: entry.operation === 'Apply' ? 'Apply' : 'Update',
      apiVersion: stringAt(entry, 'apiVersion'),
      subresource: stringAt(entry, 'subresource'),
    }
    const fields = FieldSet.fromFieldsV1(objectAt(entry, 'fieldsV1'))
    ownerships.set(managerKey(manager), { manager, fields, time: stringAt(entry, 'time') })
  }
  return ownerships
}

/** Writes metadata.managedFields, applied ones first, then by time. */
export function writeOwnerships(ownerships: Ownerships): JsonObject[] {
  return [...ownerships.values()]
    .filter(({ fields }) => !fields.isEmpty)
    .sort(
      (a, b) =>
        compare(a.manager.operation, b.manager.operation) ||
        compare(a.time, b.time) ||
        compare(a.manager.name, b.manager.name) ||
        compare(a.manager.subresource, b.manager.subresource),
    )
    .map(({ manager, fields, time }) => ({
      manager: manager.name,
      operation: manager.operation,
      apiVersion: manager.apiVersion,
      time,
      fieldsType: 'FieldsV1',
      fieldsV1: fields.toFieldsV1(),
      ...(manager.subresource && { subresource: manager.subresource }),
    }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
