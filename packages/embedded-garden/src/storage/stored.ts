import { type JsonObject, objectAt, stringAt, textsAt } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'

/** Values by field path, for field selectors and the lookups of admission. */
export type Fields = Readonly<Record<string, string>>

/** One immutable state of one object. Stores JSON as bytes, which lists copy without serialising. */
export interface Stored {
  /** `namespace/name`, or `name` for cluster-scoped kinds. */
  readonly key: string
  readonly revision: number
  /** `{"metadata":{…},…}`, without apiVersion and kind. */
  readonly bytes: Buffer
  /** Offset in `bytes` after the metadata object. */
  readonly metadataEnd: number
  readonly labels: Readonly<Record<string, string>>
  readonly fields: Fields
}

const METADATA_START = '{"metadata":'.length

export function storageKey(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

/** Prefix of the keys of a namespace; "" for all keys. */
export function prefixOf(namespace: string): string {
  return namespace === '' ? '' : `${namespace}/`
}

/** Serialises `object` with `revision` as its metadata.resourceVersion. */
export function freeze(object: KubeObject, revision: number, fields: Fields): Stored {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = object
  const metadata = metadataAt(object, revision)
  const head = JSON.stringify(metadata)
  const tail = JSON.stringify(rest)
  return {
    key: storageKey(stringAt(metadata, 'namespace'), stringAt(metadata, 'name')),
    revision,
    bytes: Buffer.from(tail === '{}' ? `{"metadata":${head}}` : `{"metadata":${head},${tail.slice(1)}`),
    metadataEnd: METADATA_START + Buffer.byteLength(head),
    labels: textsAt(metadata, 'labels'),
    fields,
  }
}

/** The keys that identify a state come first, in the order of the real servers. */
const IDENTITY = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion'] as const

function metadataAt(object: KubeObject, revision: number): JsonObject {
  const metadata: JsonObject = { ...objectAt(object, 'metadata'), resourceVersion: String(revision) }
  const identity = IDENTITY.filter(key => key in metadata).map(key => [key, metadata[key]])
  return { ...Object.fromEntries(identity), ...metadata }
}

/** A state from the journal, with its bytes unchanged. */
export function restoreStored(
  key: string,
  revision: number,
  bytes: Buffer,
  fieldsOf: (object: KubeObject) => Fields,
): Stored {
  const object = JSON.parse(bytes.toString()) as KubeObject
  const metadata = objectAt(object, 'metadata')
  const metadataEnd = METADATA_START + Buffer.byteLength(JSON.stringify(metadata))
  return { key, revision, bytes, metadataEnd, labels: textsAt(metadata, 'labels'), fields: fieldsOf(object) }
}

/** The stored object, without apiVersion and kind. */
export function thaw(stored: Stored): KubeObject {
  return JSON.parse(stored.bytes.toString()) as KubeObject
}

/** The bytes of the metadata object only. */
export function metadataBytes(stored: Stored): Buffer {
  return stored.bytes.subarray(METADATA_START, stored.metadataEnd)
}

/** The same state with another resourceVersion, for events of a deletion or of an object that leaves a selection. */
export function withRevision(stored: Stored, revision: number): Stored {
  return freeze(thaw(stored), revision, stored.fields)
}
