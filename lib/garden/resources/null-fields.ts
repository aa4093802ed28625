/** Parts of an object whose fields are optional one by one. */
const PARTS = ['metadata', 'spec', 'status'] as const

/**
 * Deletes fields that are null, in place: JSON of other writers has null where an optional field is absent. Concerns the object itself,
 * its metadata, spec and status; what lies deeper may be meant, as in the configuration of a provider.
 */
export function dropNullFields<T extends object>(object: T): T {
  dropNulls(object)
  for (const part of PARTS) {
    const fields: unknown = Reflect.get(object, part)
    if (typeof fields === 'object' && fields !== null) dropNulls(fields)
  }
  return object
}

function dropNulls(fields: object): void {
  for (const [name, value] of Object.entries(fields)) if (value === null) Reflect.deleteProperty(fields, name)
}
