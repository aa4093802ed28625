import type { ServerResponse } from 'node:http'
import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { zeroOf } from '#embedded-garden/schema/shape.ts'
import type { Stored } from '#embedded-garden/storage/stored.ts'
import type { ChangeType } from '#embedded-garden/storage/window.ts'
import { type IncludeObject, includeObjectOf, partial, presented, renderTable } from '#embedded-garden/table/render.ts'
import { objectPieces, partialPieces, readable } from './pieces.ts'

const END = Buffer.from('}\n')
/** Bytes of unsent events above which the connection is closed, as kube-apiserver does with slow watchers. */
const MAX_BACKLOG = 32 * 1024 * 1024

/** Writes the events of one watch, one line each, in the form the caller asked for. */
export class EventWriter {
  readonly #context: ResourceContext
  readonly #response: ServerResponse
  readonly #include: IncludeObject

  constructor(context: ResourceContext, response: ServerResponse) {
    this.#context = context
    this.#response = response
    this.#include = includeObjectOf(context.info.query)
  }

  event(type: ChangeType, stored: Stored): void {
    this.#write(type, this.#object(stored))
  }

  /** `initialEnd`: everything that was there at the start has been sent. */
  bookmark(revision: number, initialEnd: boolean): void {
    const { resource, representation } = this.#context
    const metadata: JsonObject = { resourceVersion: String(revision) }
    if (initialEnd) metadata.annotations = { 'k8s.io/initial-events-end': 'true' }
    const zero: KubeObject = resource.custom ? { metadata } : { ...zeroOf(resource.shape), metadata }
    const bodies = {
      object: () => presented(resource, zero),
      PartialObjectMetadata: () => partial(zero),
      PartialObjectMetadataList: () => partial(zero),
      Table: () => renderTable(resource, [zero], metadata, this.#include, this.#context.services.clock.now()),
    }
    this.#write('BOOKMARK', [Buffer.from(JSON.stringify(bodies[representation.form]()))])
  }

  error(status: JsonObject): void {
    this.#write('ERROR', [Buffer.from(JSON.stringify(status))])
  }

  #object(stored: Stored): Buffer[] {
    const { resource, representation, services } = this.#context
    if (representation.form === 'Table') {
      const metadata = { resourceVersion: String(stored.revision) }
      const table = renderTable(resource, [readable(resource, stored)], metadata, this.#include, services.clock.now())
      return [Buffer.from(JSON.stringify(table))]
    }
    return representation.form === 'PartialObjectMetadata' ? partialPieces(stored) : objectPieces(resource, stored)
  }

  #write(type: string, object: Buffer[]): void {
    // The watch has timed out and its last bytes are still being sent.
    if (this.#response.writableEnded) return
    if (this.#response.writableLength > MAX_BACKLOG) return void this.#response.destroy()
    this.#response.write(Buffer.concat([Buffer.from(`{"type":"${type}","object":`), ...object, END]))
  }
}
