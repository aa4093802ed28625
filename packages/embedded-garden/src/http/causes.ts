import type { Json } from '#embedded-garden/json.ts'
import type { Cause } from './status.ts'

/** Causes of a 422, worded like `Invalid value: "x": why`. */
export function required(field: string, why = ''): Cause {
  return { reason: 'FieldValueRequired', message: why ? `Required value: ${why}` : 'Required value', field }
}

export function invalidValue(field: string, value: Json | undefined, why: string): Cause {
  return { reason: 'FieldValueInvalid', message: `Invalid value: ${show(value)}: ${why}`, field }
}

export function forbiddenField(field: string, why: string): Cause {
  return { reason: 'FieldValueForbidden', message: `Forbidden: ${why}`, field }
}

export function immutable(field: string, value: Json | undefined): Cause {
  return invalidValue(field, value, 'field is immutable')
}

export function unsupported(field: string, value: Json | undefined, supported: readonly string[]): Cause {
  const list = supported.map(item => `"${item}"`).join(', ')
  return {
    reason: 'FieldValueNotSupported',
    message: `Unsupported value: ${show(value)}: supported values: ${list}`,
    field,
  }
}

export function duplicate(field: string, value: Json | undefined): Cause {
  return { reason: 'FieldValueDuplicate', message: `Duplicate value: ${show(value)}`, field }
}

function show(value: Json | undefined): string {
  return JSON.stringify(value ?? null)
}
