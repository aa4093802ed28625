import { isObject, type Json } from '#embedded-garden/json.ts'
import type { Structural } from '#embedded-garden/schema/structural.ts'

/** The type of a variable, as the CEL library declares it: a name, or the fields of an object. */
export type CelType = string | { readonly [field: string]: CelType }

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'bool',
  integer: 'int',
  number: 'double',
}
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The CEL type of a schema. What the library cannot express is `dyn`: any type. */
export function celTypeOf(schema: Structural): CelType {
  if (schema.intOrString || schema.preserve || schema.nullable) return 'dyn'
  const scalar = SCALARS[schema.type]
  if (scalar) return scalar
  if (schema.type === 'array') return `list<${named(schema.items)}>`
  if (schema.additional) return `map<string, ${named(schema.additional)}>`
  if (schema.properties.size === 0) return 'map'
  return Object.fromEntries(
    [...schema.properties]
      .filter(([name]) => IDENTIFIER.test(name))
      .map(([name, property]) => [name, celTypeOf(property)]),
  )
}

function named(schema: Structural | null): string {
  const type = schema ? celTypeOf(schema) : 'dyn'
  return typeof type === 'string' ? type : 'dyn'
}

/** JSON as CEL sees it: integers are bigint where the schema says so. */
export function celValueOf(value: Json | undefined, schema: Structural | null): unknown {
  if (typeof value === 'number')
    return schema?.type === 'integer' || (schema?.intOrString && Number.isInteger(value)) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(item => celValueOf(item, schema?.items ?? null))
  if (!isObject(value)) return value
  const fields = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(
    fields.map(([name, item]) => [name, celValueOf(item, schema?.properties.get(name) ?? schema?.additional ?? null)]),
  )
}
