import type { IncomingMessage } from 'node:http'
import { parse as parseYaml } from 'yaml'
import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { decodeProtobuf } from '#embedded-garden/protobuf/envelope.ts'
import { ProtobufError } from '#embedded-garden/protobuf/wire.ts'
import { badRequest, unsupportedMediaType } from './errors.ts'
import { ApiError } from './status.ts'

/** Custom resources have no protobuf form. */
export const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const LIMIT = 3 * 1024 * 1024

/** The body of a request; 413 above 3 MiB, as on kube-apiserver. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > LIMIT)
      throw new ApiError({
        code: 413,
        reason: 'RequestEntityTooLarge',
        message: `Request entity too large: limit is ${LIMIT}`,
        details: {},
      })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

export function contentTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

interface ParsedBody {
  readonly object: JsonObject
  /** Paths of duplicate JSON fields. */
  readonly duplicates: readonly string[]
}

/** The object in a JSON, YAML or protobuf body. Throws 415 for other types and 400 for an unreadable body. */
export function parseObject(body: Buffer, contentType: string, kind: string): ParsedBody {
  if (contentType === PROTOBUF) return { object: readProtobuf(body, kind), duplicates: [] }
  const yaml = contentType === 'application/yaml'
  if (!yaml && contentType !== '' && contentType !== 'application/json')
    throw unsupportedMediaType(`the body of the request was in an unknown format: ${contentType}`)
  const text = body.toString()
  const value = yaml ? readYaml(text) : readJson(text, kind)
  if (!isObject(value)) throw badRequest(`the object provided is unrecognized (must be of type ${kind})`)
  return { object: value, duplicates: yaml ? [] : duplicateFields(text) }
}

function readProtobuf(body: Buffer, kind: string): JsonObject {
  try {
    return decodeProtobuf(body)
  } catch (error) {
    if (error instanceof ProtobufError)
      throw badRequest(`the object provided is unrecognized (must be of type ${kind}): ${error.message}`)
    throw error
  }
}

function readJson(text: string, kind: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): ${error instanceof Error ? error.message : error}`,
    )
  }
}

export function readYaml(text: string): Json {
  try {
    // As in Go's YAML library: version 1.1 (`yes` is true), but times stay strings.
    return parseYaml(text, { version: '1.1', customTags: tags => tags.filter(tag => !isTagged(tag)) }) as Json
  } catch (error) {
    throw badRequest(`error decoding YAML: ${error instanceof Error ? error.message : error}`)
  }
}

const TAGS = new Set(['tag:yaml.org,2002:timestamp', 'tag:yaml.org,2002:binary'])

function isTagged(tag: unknown): boolean {
  return typeof tag === 'object' && tag !== null && 'tag' in tag && TAGS.has(String(tag.tag))
}

interface Level {
  /** Path of the object or array, without a trailing dot. */
  readonly path: string
  /** Names seen so far; null for an array. */
  readonly names: Set<string> | null
  index: number
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/** Paths such as `metadata.name` of fields that occur twice in an object of the JSON text; JSON.parse hides them. */
function duplicateFields(text: string): string[] {
  const duplicates = new Set<string>()
  const levels: Level[] = []
  let name = ''
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels[levels.length - 1]
    if (token === '{' || token === '[') {
      levels.push({ path: childPath(level, name), names: token === '{' ? new Set() : null, index: 0 })
      name = ''
    } else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) {
      level.index++
      name = ''
    } else if (token.startsWith('"') && level?.names && name === '') {
      name = JSON.parse(token) as string
      if (level.names.has(name)) duplicates.add(level.path ? `${level.path}.${name}` : name)
      level.names.add(name)
    }
  }
  return [...duplicates]
}

function childPath(parent: Level | undefined, name: string): string {
  if (!parent) return ''
  if (!parent.names) return `${parent.path}[${parent.index}]`
  return parent.path ? `${parent.path}.${name}` : name
}
