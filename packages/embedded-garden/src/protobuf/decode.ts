import type { Json, JsonObject } from '#embedded-garden/json.ts'
import type { FieldType, Message } from './message.ts'
import { ProtobufError, readFields } from './wire.ts'

/** Turns a message into the JSON of the same object. Fields that are not known are left out. Throws ProtobufError. */
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

/** The only field of a message that wraps a text. */
function stringField(data: Buffer): string {
  for (const { number, value } of readFields(data)) if (number === 1) return bytesOf(value).toString()
  return ''
}

/** With six digits of a second; null for the zero time, which is on the wire without fields. */
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
