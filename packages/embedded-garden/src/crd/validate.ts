import {
  type Cause,
  type CauseReason,
  duplicate,
  invalidValue,
  required,
  unsupported,
} from '#embedded-garden/http/status.ts'
import { equal, isObject, type Json, type JsonObject, objectsAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { type Structural, structuralOf } from '#embedded-garden/schema/structural.ts'
import { hasRules, ruleCauses } from './cel.ts'

/** Causes that skip the CEL rules, which could fail on invalid values. */
const BLOCKING: readonly (CauseReason | undefined)[] = [
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
  'FieldValueNotSupported',
]

/** Validates a custom resource against the schema of its definition. */
export function customCauses(
  object: KubeObject,
  previous: KubeObject | null,
  schema: Structural,
  kind: string,
): Cause[] {
  const causes: Cause[] = object.kind === kind ? [] : [invalidValue('kind', object.kind, `must be ${kind}`)]
  causes.push(...valueCauses(content(object), schema, ''))
  if (!hasRules(schema)) return causes
  if (causes.some(({ reason }) => BLOCKING.includes(reason)))
    return [
      ...causes,
      invalidValue('<nil>', null, 'some validation rules were not checked because the object was invalid'),
    ]
  return [...causes, ...ruleCauses(content(object), previous ? content(previous) : undefined, schema, '')]
}

function content(object: KubeObject): JsonObject {
  const { metadata: _metadata, ...rest } = object
  return rest
}

/** Validates a value against the constraints of its schema. `path` is the field, without a leading dot. */
function valueCauses(value: Json, schema: Structural, path: string): Cause[] {
  if (value === null && schema.nullable) return []
  const type = typeCause(value, schema, path)
  if (type) return [type]
  return [
    ...enumCauses(value, schema.source, path),
    ...(typeof value === 'number' ? numberCauses(value, schema.source, path) : []),
    ...(typeof value === 'string' ? textCauses(value, schema.source, path) : []),
    ...(Array.isArray(value) ? listCauses(value, schema, path) : []),
    ...(isObject(value) ? objectCauses(value, schema, path) : []),
    ...junctorCauses(value, schema.source, path),
  ]
}

function typeCause(value: Json, schema: Structural, path: string): Cause | null {
  if (schema.intOrString) {
    const fits = typeof value === 'string' || (typeof value === 'number' && Number.isInteger(value))
    return fits ? null : wrongType('integer,string', value, path)
  }
  const fits: Record<string, boolean> = {
    string: typeof value === 'string',
    boolean: typeof value === 'boolean',
    number: typeof value === 'number',
    integer: typeof value === 'number' && Number.isInteger(value),
    array: Array.isArray(value),
    object: isObject(value),
  }
  return schema.type === '' || fits[schema.type] ? null : wrongType(schema.type, value, path)
}

function wrongType(wanted: string, value: Json, path: string): Cause {
  const got = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return { ...invalidValue(path, got, `must be of type ${wanted}: "${got}"`), reason: 'FieldValueTypeInvalid' }
}

function enumCauses(value: Json, { enum: allowed }: JsonObject, path: string): Cause[] {
  if (!Array.isArray(allowed) || allowed.some(item => equal(item, value))) return []
  return [unsupported(path, value, allowed.map(String))]
}

function numberCauses(value: number, source: JsonObject, path: string): Cause[] {
  const { minimum, maximum, multipleOf, exclusiveMinimum, exclusiveMaximum } = source
  const causes: Cause[] = []
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    causes.push(
      invalidValue(path, value, `should be greater than ${exclusiveMinimum === true ? '' : 'or equal to '}${minimum}`),
    )
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    causes.push(
      invalidValue(path, value, `should be less than ${exclusiveMaximum === true ? '' : 'or equal to '}${maximum}`),
    )
  if (typeof multipleOf === 'number' && value % multipleOf !== 0)
    causes.push(invalidValue(path, value, `should be a multiple of ${multipleOf}`))
  return causes
}

function textCauses(value: string, source: JsonObject, path: string): Cause[] {
  const { minLength, maxLength, pattern, format } = source
  const causes: Cause[] = []
  const length = [...value].length
  if (typeof maxLength === 'number' && length > maxLength)
    causes.push(tooMuch('FieldValueTooLong', path, `may not be more than ${maxLength} bytes`))
  if (typeof minLength === 'number' && length < minLength)
    causes.push(invalidValue(path, value, `should be at least ${minLength} chars long`))
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    causes.push(invalidValue(path, value, `should match '${pattern}'`))
  if (typeof format === 'string' && !(FORMATS[format]?.(value) ?? true))
    causes.push(invalidValue(path, value, `must be of type ${format}`))
  return causes
}

const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  'date-time': value =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(value) && !Number.isNaN(Date.parse(value)),
  date: value => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)),
  uuid: value => /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i.test(value),
  byte: value => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value),
  ipv4: value => /^(\d{1,3}\.){3}\d{1,3}$/.test(value) && value.split('.').every(part => Number(part) < 256),
}

function listCauses(list: Json[], schema: Structural, path: string): Cause[] {
  const { minItems, maxItems } = schema.source
  const causes: Cause[] = []
  if (typeof maxItems === 'number' && list.length > maxItems)
    causes.push(tooMuch('FieldValueTooMany', path, `${list.length}: must have at most ${maxItems} items`))
  if (typeof minItems === 'number' && list.length < minItems)
    causes.push(invalidValue(path, list.length, `should have at least ${minItems} items`))
  const { items } = schema
  if (items) causes.push(...list.flatMap((item, i) => valueCauses(item, items, `${path}[${i}]`)))
  return [...causes, ...duplicateCauses(list, schema, path)]
}

function duplicateCauses(list: Json[], schema: Structural, path: string): Cause[] {
  if (schema.listType !== 'set' && schema.listType !== 'map') return []
  const identity = (item: Json) =>
    schema.listType === 'set' || !isObject(item)
      ? item
      : Object.fromEntries(schema.listKeys.map(key => [key, item[key] ?? null]))
  const seen = new Set<string>()
  return list.flatMap((item, i) => {
    const key = JSON.stringify(identity(item))
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [duplicate(`${path}[${i}]`, identity(item))]
  })
}

function objectCauses(object: JsonObject, schema: Structural, path: string): Cause[] {
  const below = (name: string) => (path ? `${path}.${name}` : name)
  const { minProperties, maxProperties } = schema.source
  const size = Object.keys(object).length
  const causes = schema.required.filter(name => object[name] === undefined).map(name => required(below(name)))
  if (typeof maxProperties === 'number' && size > maxProperties)
    causes.push(tooMuch('FieldValueTooMany', path, `${size}: must have at most ${maxProperties} items`))
  if (typeof minProperties === 'number' && size < minProperties)
    causes.push(invalidValue(path, size, `should have at least ${minProperties} properties`))
  for (const [name, item] of Object.entries(object)) {
    const property = schema.properties.get(name) ?? schema.additional
    if (item !== undefined && property) causes.push(...valueCauses(item, property, below(name)))
  }
  return causes
}

function junctorCauses(value: Json, source: JsonObject, path: string): Cause[] {
  const fits = (schema: JsonObject) => valueCauses(value, structuralOf(schema), path).length === 0
  const causes = objectsAt(source, 'allOf').flatMap(schema => valueCauses(value, structuralOf(schema), path))
  const [any, one] = [objectsAt(source, 'anyOf'), objectsAt(source, 'oneOf')]
  if (any.length > 0 && !any.some(fits))
    causes.push(invalidValue(path, '', 'must validate at least one schema (anyOf)'))
  if (one.length > 0 && one.filter(fits).length !== 1)
    causes.push(invalidValue(path, '', 'must validate one and only one schema (oneOf)'))
  if (isObject(source.not) && fits(source.not))
    causes.push(invalidValue(path, '', 'must not validate the schema (not)'))
  return causes
}

function tooMuch(reason: CauseReason, field: string, message: string): Cause {
  return { reason, message, field }
}
