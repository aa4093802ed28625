import type { Json, JsonObject } from '#embedded-garden/json.ts'
import type { FieldType, Message } from './message.ts'

/** The bytes are not a valid protobuf message. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

/** One decoded field: a number, or the bytes of a string or message. */
interface WireField {
  readonly number: number
  readonly value: bigint | Buffer
}

const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

/** The fields of a message in their order. Throws ProtobufError. */
export function* readFields(data: Buffer): Generator<WireField> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; shift < 64n; shift += 7n) {
      const byte = data[at++]
      if (byte === undefined) throw new ProtobufError('unexpected end')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asIntN(64, value)
    }
    throw new ProtobufError('a number is too long')
  }
  const bytes = (length: number): Buffer => {
    if (length < 0 || at + length > data.length) throw new ProtobufError('unexpected end')
    at += length
    return data.subarray(at - length, at)
  }
  while (at < data.length) {
    const tag = Number(varint())
    const number = tag >>> 3
    switch (tag & 7) {
      case VARINT:
        yield { number, value: varint() }
        break
      case BYTES:
        yield { number, value: bytes(Number(varint())) }
        break
      case FIXED64:
        bytes(8)
        break
      case FIXED32:
        bytes(4)
        break
      default:
        throw new ProtobufError(`wire type ${tag & 7} is not known`)
    }
  }
}

/** Converts a message to the JSON of the same object, without unknown fields. Throws ProtobufError. */
export function decodeMessage(data: Buffer, message: Message): JsonObject {
  const result: JsonObject = {}
  for (const { number, value } of readFields(data)) {
    const field = message[number]
    if (!field) continue
    if (field.repeats === 'map') addEntry(result, field.name, bytesOf(value), field.type)
    else if (field.repeats === 'list') addItem(result, field.name, decodeValue(value, field.type) ?? '')
    else {
      const decoded = decodeValue(value, field.type)
      if (decoded !== null && decoded !== '') result[field.name] = decoded
    }
  }
  return result
}

function addEntry(result: JsonObject, name: string, data: Buffer, type: FieldType): void {
  let key = ''
  let item: Json = ''
  for (const { number, value } of readFields(data))
    if (number === 1) key = bytesOf(value).toString()
    else if (number === 2) item = decodeValue(value, type) ?? ''
  const target = result[name]
  result[name] = { ...(target as JsonObject | undefined), [key]: item }
}

function addItem(result: JsonObject, name: string, item: Json): void {
  const items = result[name]
  if (Array.isArray(items)) items.push(item)
  else result[name] = [item]
}

function decodeValue(value: bigint | Buffer, type: FieldType): Json {
  switch (type) {
    case 'text':
      return bytesOf(value).toString()
    case 'base64':
      return bytesOf(value).toString('base64')
    case 'flag':
      return numberOf(value) !== 0
    case 'number':
      return numberOf(value)
    case 'counter':
      return numberOf(value) || null
    case 'time':
      return timeOf(bytesOf(value))?.replace(/\.\d+/, '') ?? null
    case 'microTime':
      return timeOf(bytesOf(value))
    case 'quantity':
      return stringField(bytesOf(value))
    case 'rawJson':
      return JSON.parse(stringField(bytesOf(value)) || 'null') as Json
    default:
      return decodeMessage(bytesOf(value), type)
  }
}

/** The only field of a message that wraps a string. */
function stringField(data: Buffer): string {
  for (const { number, value } of readFields(data)) if (number === 1) return bytesOf(value).toString()
  return ''
}

/** A time with microseconds; null for the zero time, which has no fields on the wire. */
function timeOf(data: Buffer): string | null {
  let seconds = 0
  let nanos = 0
  for (const { number, value } of readFields(data))
    if (number === 1) seconds = numberOf(value)
    else if (number === 2) nanos = numberOf(value)
  if (seconds === 0 && nanos === 0) return null
  const micros = Math.floor(nanos / 1000)
    .toString()
    .padStart(6, '0')
  return new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, `.${micros}Z`)
}

function bytesOf(value: bigint | Buffer): Buffer {
  if (typeof value === 'bigint') throw new ProtobufError('a number stands where a text or a message is expected')
  return value
}

function numberOf(value: bigint | Buffer): number {
  if (typeof value !== 'bigint') throw new ProtobufError('a text stands where a number is expected')
  return Number(value)
}

/** A field that contains a string or a message. */
export function field(number: number, value: string | Buffer): Buffer {
  const data = typeof value === 'string' ? Buffer.from(value) : value
  return Buffer.concat([varint(number * 8 + BYTES), varint(data.length), data])
}

export function message(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Buffer.from([...bytes, rest])
}
