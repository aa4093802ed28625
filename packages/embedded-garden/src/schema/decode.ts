import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { type Shape, type Struct, zeroOf } from './shape.ts'

/** A value does not fit the type of its field. The message has the text of a real decoder. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'
}

export interface Decoded {
  readonly object: JsonObject
  /** Sorted paths of unknown fields, which are left out of `object`. */
  readonly unknown: readonly string[]
}

/**
 * Decodes JSON into the fields of a kind, as servers decode into Go types: drops unknown fields, removes null and empty
 * optional values, and adds zero values that are always written. Throws DecodeError when a type does not fit.
 */
export function decode(input: JsonObject, shape: Shape): Decoded {
  const unknown: string[] = []
  const object = decodeValue(input, shape, '', unknown)
  return { object: isObject(object) ? object : {}, unknown: unknown.sort() }
}

function decodeValue(value: Json, shape: Shape, path: string, unknown: string[]): Json {
  switch (shape.type) {
    case 'struct':
      if (!isObject(value)) throw mismatch(value, 'struct', path)
      return decodeStruct(value, shape, path, unknown)
    case 'map': {
      if (!isObject(value)) throw mismatch(value, 'map', path)
      const map: JsonObject = {}
      for (const [key, item] of Object.entries(value))
        map[key] =
          item === null || item === undefined
            ? zeroItem(shape.values)
            : decodeValue(item, shape.values, `${path}.${key}`, unknown)
      return map
    }
    case 'list':
      if (!Array.isArray(value)) throw mismatch(value, 'slice', path)
      return value.map((item, i) =>
        item === null ? zeroItem(shape.items) : decodeValue(item, shape.items, `${path}[${i}]`, unknown),
      )
    default:
      return decodeScalar(value, shape.type, path)
  }
}

function decodeStruct(value: JsonObject, shape: Struct, path: string, unknown: string[]): JsonObject {
  const struct: JsonObject = {}
  for (const key of Object.keys(value))
    if (!shape.fields.has(key)) keepOrReport(key, value, struct, shape, path, unknown)
  for (const [name, field] of shape.fields) {
    const given = value[name]
    if (given !== undefined && given !== null) {
      const decoded = decodeValue(given, field.shape, path ? `${path}.${name}` : name, unknown)
      if (field.keepsEmpty || !isEmpty(decoded, field.shape)) struct[name] = decoded
    }
    if (struct[name] !== undefined) continue
    if (field.absent.write === 'struct') struct[name] = zeroOf(field.shape)
    if (field.absent.write === 'value') struct[name] = field.absent.value
  }
  return struct
}

function keepOrReport(
  key: string,
  from: JsonObject,
  to: JsonObject,
  shape: Struct,
  path: string,
  unknown: string[],
): void {
  if (shape.preserve) to[key] = from[key]
  else unknown.push(path ? `${path}.${key}` : key)
}

/** Empty strings, lists and maps are not written, except in required fields and in Go pointers. */
function isEmpty(value: Json, shape: Shape): boolean {
  if (shape.type === 'map') return isObject(value) && Object.keys(value).length === 0
  return value === '' || (Array.isArray(value) && value.length === 0)
}

/** The value that replaces a null in a list or a map. */
function zeroItem(shape: Shape): Json {
  switch (shape.type) {
    case 'struct':
      return zeroOf(shape)
    case 'string':
    case 'bytes':
      return ''
    case 'integer':
    case 'int32':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'quantity':
      return '0'
    default:
      return null
  }
}

function decodeScalar(value: Json, type: Exclude<Shape['type'], 'struct' | 'map' | 'list'>, path: string): Json {
  switch (type) {
    case 'any':
    case 'deduced':
      return value
    case 'string':
      return typeof value === 'string' ? value : fail(value, 'string', path)
    case 'boolean':
      return typeof value === 'boolean' ? value : fail(value, 'bool', path)
    case 'integer':
    case 'int32':
      return isInteger(value, type) ? value : fail(value, type, path)
    case 'number':
      return typeof value === 'number' ? value : fail(value, 'float64', path)
    case 'quantity':
      return typeof value === 'number' ? String(value) : decodeQuantity(value, path)
    case 'int-or-string':
      return typeof value === 'number' || typeof value === 'string' ? value : fail(value, 'int or string', path)
    case 'bytes':
      return decodeBytes(value, path)
    default:
      return decodeTime(value, type === 'micro-time', path)
  }
}

function isInteger(value: Json, type: 'integer' | 'int32'): boolean {
  return Number.isInteger(value) && (type === 'integer' || (Number(value) | 0) === value)
}

function decodeBytes(value: Json, path: string): string {
  if (typeof value !== 'string') return fail(value, '[]byte', path)
  const offset = /^[A-Za-z0-9+/]*/.exec(value)?.[0].length ?? 0
  const padded = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value)
  if (!padded) throw new DecodeError(`${path}: illegal base64 data at input byte ${offset}`)
  return value
}

function decodeQuantity(value: Json, path: string): string {
  if (typeof value !== 'string' || !/^[+-]?(\d+\.?\d*|\.\d+)(m|u|n|k|M|G|T|P|E|[KMGTPE]i|[eE][+-]?\d+)?$/.test(value))
    throw new DecodeError(`${path}: quantities must match the form of a number with an optional suffix`)
  return value
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** Times of leases and of events.k8s.io have exactly six fractional digits. */
const MICRO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.(\d{6})(Z|[+-]\d\d:\d\d)$/

function decodeTime(value: Json, micro: boolean, path: string): string {
  const text = typeof value === 'string' ? value : ''
  const fraction = MICRO_TIME.exec(text)?.[1]
  const time = (micro ? fraction !== undefined : TIME.test(text)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new DecodeError(`${path}: cannot parse ${JSON.stringify(value)} as a time in RFC 3339 form`)
  const seconds = new Date(time).toISOString().slice(0, 19)
  return micro ? `${seconds}.${fraction}Z` : `${seconds}Z`
}

function fail(value: Json, wanted: string, path: string): never {
  throw mismatch(value, wanted, path)
}

function mismatch(value: Json, wanted: string, path: string): DecodeError {
  const got = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return new DecodeError(
    `json: cannot unmarshal ${got === 'boolean' ? 'bool' : got} into field ${path || '(root)'} of type ${wanted}`,
  )
}
