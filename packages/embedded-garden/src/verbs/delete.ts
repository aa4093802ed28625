import { timestamp } from '#embedded-garden/clock.ts'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { conflict, invalid, notFound, plainError } from '#embedded-garden/http/errors.ts'
import { isTrue } from '#embedded-garden/http/request-info.ts'
import { deletedStatus, invalidValue, unsupported } from '#embedded-garden/http/status.ts'
import { type JsonObject, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { finalizersOf, isTerminating, type KubeObject, metadataOf, uidOf } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { freeze, type Stored } from '#embedded-garden/storage/stored.ts'
import { presented } from '#embedded-garden/table/render.ts'
import { toStorage, writeContext } from './create.ts'
import { parseListOptions } from './options.ts'
import { readPage } from './page.ts'
import { listPieces, readable, sizeOf } from './pieces.ts'
import { storedAnswer } from './read.ts'

interface DeleteOptions {
  readonly dryRun: boolean
  /** Finalizer that keeps the object until the garbage collector has processed its dependents; null = in the background. */
  readonly propagation: string | null
  /** The deprecated field orphanDependents is false: the answer is 202 while the object waits for finalizers. */
  readonly isAccepted: boolean
  readonly uid: string
  readonly resourceVersion: string
}

const PROPAGATION: Readonly<Record<string, string | null>> = {
  Background: null,
  Foreground: 'foregroundDeletion',
  Orphan: 'orphan',
}

/** DELETE of one object. */
export async function remove(context: ResourceContext): Promise<Answer> {
  const options = await parseDeleteOptions(context)
  const { services, resource, target } = context
  const stored = services.store.get(resource.storage, target.namespace, target.name)
  if (!stored) throw notFound(resource, target.name)
  const { remaining, last } = removeStored(context, stored, options)
  const status = remaining && options.isAccepted ? 202 : 200
  if (remaining || resource.strategy.returnsDeleted) return storedAnswer(context, remaining ?? last, status)
  return object(
    deletedStatus({
      name: target.name,
      group: resource.group,
      kind: resource.plural,
      uid: uidOf(readable(resource, stored)),
    }),
  )
}

/** DELETE of a collection. Returns the list of its objects. */
export async function removeCollection(context: ResourceContext): Promise<Answer> {
  const options = await parseDeleteOptions(context)
  const { services, resource, target, info } = context
  const page = readPage(services.store, resource, target.namespace, parseListOptions(info.query, resource, false))
  refuseTogether(context, page.objects, options)
  for (const stored of page.objects) removeStored(context, stored, options)
  const pieces = listPieces(resource, page.objects, {
    resourceVersion: String(page.revision),
    ...(resource.custom && { continue: '' }),
  })
  return { type: 'pieces', status: 200, pieces, bytes: sizeOf(pieces) }
}

/** Admission checks the whole collection first and combines its refusals in one error without a reason. */
function refuseTogether(context: ResourceContext, objects: readonly Stored[], options: DeleteOptions): void {
  const refusals: string[] = []
  for (const stored of objects)
    try {
      context.resource.strategy.admitDelete?.(readable(context.resource, stored), writeContext(context, options.dryRun))
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error))
    }
  if (refusals.length > 0) throw plainError(`${refusals.length} error(s) occurred: ${refusals.join('; ')}`)
}

/** `remaining`: the state in which the object waits for its finalizers; null after removal. */
function removeStored(
  context: ResourceContext,
  stored: Stored,
  options: DeleteOptions,
): { remaining: Stored | null; last: Stored } {
  const { services, resource } = context
  const current = presented(resource, readable(resource, stored))
  const write = writeContext(context, options.dryRun)
  checkPreconditions(context, current, options)
  resource.strategy.admitDelete?.(current, write)
  const now = timestamp(services.clock)
  if (options.propagation) addFinalizer(current, options.propagation)
  const waits = resource.strategy.beginDeletion?.(current, now) ?? markForDeletion(current, now)
  if (!waits) {
    if (!options.dryRun) services.store.remove(resource.storage, stored)
    return { remaining: null, last: stored }
  }
  const unchanged = freeze(toStorage(resource, current), stored.revision, stored.fields)
  if (options.dryRun || unchanged.bytes.equals(stored.bytes)) return { remaining: unchanged, last: stored }
  return { remaining: services.store.put(resource.storage, toStorage(resource, current)), last: stored }
}

/** Sets the deletionTimestamp of an object with finalizers; false when it has none. */
function markForDeletion(current: KubeObject, now: string): boolean {
  if (finalizersOf(current).length === 0) return false
  if (isTerminating(current)) return true
  const metadata = metadataOf(current)
  metadata.deletionTimestamp = now
  metadata.deletionGracePeriodSeconds = 0
  if (typeof metadata.generation === 'number' && metadata.generation > 0) metadata.generation += 1
  return true
}

function addFinalizer(current: KubeObject, finalizer: string): void {
  const finalizers = finalizersOf(current)
  if (!finalizers.includes(finalizer)) metadataOf(current).finalizers = [...finalizers, finalizer]
}

function checkPreconditions({ resource, target }: ResourceContext, current: KubeObject, options: DeleteOptions): void {
  const metadata = metadataOf(current)
  const name = target.name || stringAt(metadata, 'name')
  for (const [label, wanted, actual] of [
    ['UID', options.uid, stringAt(metadata, 'uid')],
    ['ResourceVersion', options.resourceVersion, stringAt(metadata, 'resourceVersion')],
  ] as const)
    if (wanted && wanted !== actual)
      throw conflict(
        { ...resource, plural: resource.kind },
        name,
        `Precondition failed: ${label} in precondition: ${wanted}, ${label} in object meta: ${actual}`,
      )
}

async function parseDeleteOptions({ request, info }: ResourceContext): Promise<DeleteOptions> {
  const data = await readBody(request)
  const body: JsonObject = data.length === 0 ? {} : parseObject(data, contentTypeOf(request), 'DeleteOptions').object
  const preconditions = objectAt(body, 'preconditions')
  const dryRun = [...stringsAt(body, 'dryRun'), ...info.query.getAll('dryRun').filter(value => value !== '')]
  const given = stringAt(body, 'propagationPolicy') || info.query.get('propagationPolicy')
  const orphans = orphanDependents(body, info.query)
  const policy = given || (orphans ? 'Orphan' : 'Background')
  const causes = [
    ...dryRun.filter(value => value !== 'All').map(value => unsupported('dryRun', value, ['All'])),
    ...(given && orphans !== null
      ? [invalidValue('propagationPolicy', given, 'is not permitted together with orphanDependents')]
      : []),
    ...(Object.hasOwn(PROPAGATION, policy)
      ? []
      : [unsupported('propagationPolicy', policy, [...Object.keys(PROPAGATION), ''])]),
  ]
  if (causes.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', causes)
  return {
    dryRun: dryRun.length > 0,
    propagation: PROPAGATION[policy] ?? null,
    isAccepted: orphans === false,
    uid: stringAt(preconditions, 'uid'),
    resourceVersion: stringAt(preconditions, 'resourceVersion'),
  }
}

/** Null when it is not given. */
function orphanDependents(body: JsonObject, query: URLSearchParams): boolean | null {
  if (typeof body.orphanDependents === 'boolean') return body.orphanDependents
  return query.has('orphanDependents') ? isTrue(query.get('orphanDependents')) : null
}
