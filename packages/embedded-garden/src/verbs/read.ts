import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { notAcceptable, notFound, plainError } from '#embedded-garden/http/errors.ts'
import type { JsonObject } from '#embedded-garden/json.ts'
import type { KubeObject } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import type { Stored } from '#embedded-garden/storage/stored.ts'
import { includeObjectOf, renderTable } from '#embedded-garden/table/render.ts'
import { parseListOptions } from './options.ts'
import { type Page, readPage, waitForRevision } from './page.ts'
import { listPieces, objectPieces, partialListPieces, partialPieces, readable, sizeOf } from './pieces.ts'

/** GET of one object. */
export async function get(context: ResourceContext): Promise<Answer> {
  const { services, target, resource, info } = context
  const version = info.query.get('resourceVersion') ?? ''
  if (version !== '' && !/^\d{1,15}$/.test(version))
    throw plainError(`resourceVersion: ${JSON.stringify(version)}: invalid syntax`)
  if (version !== '') await waitForRevision(services.store, Number(version), services.clock)
  const stored = services.store.get(resource.storage, target.namespace, target.name)
  if (!stored) throw notFound(resource, target.name)
  return storedAnswer(context, stored)
}

/** One stored object in the requested form. */
export function storedAnswer(context: ResourceContext, stored: Stored, status = 200): Answer {
  const { resource, representation } = context
  switch (representation.form) {
    case 'object':
      return pieces(objectPieces(resource, stored), status)
    case 'PartialObjectMetadata':
      return pieces(partialPieces(stored), status)
    case 'Table':
      return object(
        tableOf(context, [readable(resource, stored)], { resourceVersion: String(stored.revision) }),
        status,
      )
    default:
      throw notAcceptable('you requested PartialObjectMetadataList, but the requested object is not a list', false)
  }
}

/** GET of a collection. */
export async function list(context: ResourceContext): Promise<Answer> {
  const { services, target, resource, info, representation } = context
  const options = parseListOptions(info.query, resource, false)
  await waitForRevision(services.store, options.revision, services.clock)
  const page = readPage(services.store, resource, target.namespace, options)
  switch (representation.form) {
    case 'object':
      return pieces(listPieces(resource, page.objects, listMetadata(page, resource.custom !== null)))
    case 'PartialObjectMetadataList':
      return pieces(partialListPieces(page.objects, listMetadata(page, false)))
    case 'Table': {
      const { remainingItemCount: _unknownToGardener, ...rest } = listMetadata(page, false)
      const metadata = resource.aggregated ? rest : listMetadata(page, false)
      return object(
        tableOf(
          context,
          page.objects.map(stored => readable(resource, stored)),
          metadata,
        ),
      )
    }
    default:
      throw notAcceptable('you requested PartialObjectMetadata, but the requested object is a list', false)
  }
}

function tableOf(context: ResourceContext, objects: readonly KubeObject[], metadata: JsonObject): JsonObject {
  return renderTable(
    context.resource,
    objects,
    metadata,
    includeObjectOf(context.info.query),
    context.services.clock.now(),
  )
}

function listMetadata(page: Page, custom: boolean): JsonObject {
  return {
    resourceVersion: String(page.revision),
    ...((page.continueToken !== null || custom) && { continue: page.continueToken ?? '' }),
    ...(page.remaining !== null && { remainingItemCount: page.remaining }),
  }
}

function pieces(buffers: Buffer[], status = 200): Answer {
  return { type: 'pieces', status, pieces: buffers, bytes: sizeOf(buffers) }
}
