import { isRecord } from '#lib/hap/document.ts'

/** An object of the API that is not what its kind promises; `message` names the field, and no value. */
export class MalformedObjectError extends Error {
  override readonly name = 'MalformedObjectError'
}

type Fields = Readonly<Record<string, unknown>>

/** The fields of a part of an object; none where it is absent. Throws MalformedObjectError. */
export function fieldsOf(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw new MalformedObjectError(`${path} is not an object`)
  return value
}

/** A text; empty where it is absent. Throws MalformedObjectError. */
export function textOf(value: unknown, path: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new MalformedObjectError(`${path} is not text`)
  return value
}

/** Texts by name, such as labels; none where they are absent. Throws MalformedObjectError. */
export function textsOf(value: unknown, path: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(value, path)
  for (const [name, each] of Object.entries(fields))
    if (typeof each !== 'string') throw new MalformedObjectError(`${path}.${name} is not text`)
  return fields as Readonly<Record<string, string>>
}

/** Fields that only inform: what is not an object counts as absent. */
export function looseFields(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** A text that only informs: anything else counts as absent. */
export function looseText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

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
