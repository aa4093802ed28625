import { isRecord } from '#lib/hap/document.ts'

/** A malformed object of the API; `message` names the field without its value. */
export class MalformedObjectError extends Error {
  override readonly name = 'MalformedObjectError'
}

type Fields = Readonly<Record<string, unknown>>

/** Fields of a part of an object; none when absent. Throws MalformedObjectError. */
export function fieldsOf(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw new MalformedObjectError(`${path} is not an object`)
  return value
}

/** A text; empty when absent. Throws MalformedObjectError. */
export function textOf(value: unknown, path: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new MalformedObjectError(`${path} is not text`)
  return value
}

/** Texts by name, such as labels; none when absent. Throws MalformedObjectError. */
export function textsOf(value: unknown, path: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(value, path)
  for (const [name, each] of Object.entries(fields))
    if (typeof each !== 'string') throw new MalformedObjectError(`${path}.${name} is not text`)
  return fields as Readonly<Record<string, string>>
}

/** Informative fields: anything but an object counts as absent. */
export function looseFields(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

/** Informative text: anything else counts as absent. */
export function looseText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Parts of an object with optional fields. */
const PARTS = ['metadata', 'spec', 'status'] as const

/**
 * Deletes null fields in place: other writers send null for an absent field. Covers the object,
 * metadata, spec and status; deeper nulls may be intended, as in provider configurations.
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
