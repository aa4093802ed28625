import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource } from '#embedded-garden/resource.ts'
import { metadataBytes, type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { presented } from '#embedded-garden/table/render.ts'

const COMMA = Buffer.from(',')
const END = Buffer.from(']}\n')
const CLOSE = Buffer.from('}')
const PARTIAL = Buffer.from('{"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":')

/** The stored object in the version of `resource`, without apiVersion and kind. */
export function readable(resource: Resource, stored: Stored): KubeObject {
  const read = thaw(stored)
  return resource.conversion ? resource.conversion.fromStorage(read) : read
}

/** The JSON of one object with kind and apiVersion, composed from its stored bytes. */
export function objectPieces(resource: Resource, stored: Stored): Buffer[] {
  if (resource.conversion) return [Buffer.from(JSON.stringify(presented(resource, readable(resource, stored))))]
  const head = JSON.stringify({ kind: resource.kind, apiVersion: apiVersionOf(resource) })
  return [Buffer.from(`${head.slice(0, -1)},`), stored.bytes.subarray(1)]
}

/** The JSON of the metadata-only form. */
export function partialPieces(stored: Stored): Buffer[] {
  return [PARTIAL, metadataBytes(stored), CLOSE]
}

/** The JSON of a list. Only items of custom kinds have kind and apiVersion. */
export function listPieces(resource: Resource, objects: readonly Stored[], metadata: JsonObject): Buffer[] {
  const head = JSON.stringify({ kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata })
  return assemble(head, objects, stored => itemPieces(resource, stored))
}

/** The JSON of a metadata-only list. */
export function partialListPieces(objects: readonly Stored[], metadata: JsonObject): Buffer[] {
  const head = JSON.stringify({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata })
  return assemble(head, objects, partialPieces)
}

export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((total, piece) => total + piece.length, 0)
}

function itemPieces(resource: Resource, stored: Stored): Buffer[] {
  if (resource.custom) return objectPieces(resource, stored)
  if (resource.conversion) return [Buffer.from(JSON.stringify(readable(resource, stored)))]
  return [stored.bytes]
}

function assemble(head: string, objects: readonly Stored[], item: (stored: Stored) => Buffer[]): Buffer[] {
  const pieces: Buffer[] = [Buffer.from(`${head.slice(0, -1)},"items":[`)]
  for (const [i, stored] of objects.entries()) {
    if (i > 0) pieces.push(COMMA)
    pieces.push(...item(stored))
  }
  pieces.push(END)
  return pieces
}
