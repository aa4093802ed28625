import { timestamp } from '#embedded-garden/clock.ts'
import { trackUpdate } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { badRequest, conflict, invalid, notFound, plainError, staleVersion } from '#embedded-garden/http/errors.ts'
import { type Cause, invalidValue } from '#embedded-garden/http/status.ts'
import { equal, stringAt } from '#embedded-garden/json.ts'
import {
  finalizersOf,
  isTerminating,
  type KubeObject,
  metadataOf,
  nameOf,
  namespaceOf,
  uidOf,
} from '#embedded-garden/object.ts'
import type { Resource, ResourceContext, WriteContext } from '#embedded-garden/resource.ts'
import { freeze, type Stored } from '#embedded-garden/storage/stored.ts'
import { presented } from '#embedded-garden/table/render.ts'
import { createObject, kindOf, toStorage, writeContext } from './create.ts'
import { decodeBody } from './decode-object.ts'
import { finalizerCauses, metadataUpdateCauses } from './object-metadata.ts'
import { parseWriteOptions } from './options.ts'
import { readable } from './pieces.ts'
import { storedAnswer } from './read.ts'

/** PUT of an object. */
export async function update(context: ResourceContext): Promise<Answer> {
  const { resource, services, target } = context
  const options = parseWriteOptions(context.info.query, 'UpdateOptions', context.userAgent)
  const object = await decodeBody(context, options.validation)
  checkIdentity(context, object)
  if (resource.strategy.createOnUpdate && !services.store.get(resource.storage, target.namespace, target.name)) {
    delete metadataOf(object).resourceVersion
    return storedAnswer(context, await createObject(context, object, options), 201)
  }
  const now = timestamp(services.clock)
  const stored = await updateStored(context, {
    uid: uidOf(object),
    dryRun: options.dryRun,
    transform: current => {
      const next = structuredClone(object)
      if (resource.namespaced) metadataOf(next).namespace = target.namespace
      trackUpdate(next, current, resource, { name: options.manager, subresource: target.subresource, now })
      return next
    },
  })
  return storedAnswer(context, stored)
}

/** Name and namespace in the body must be those of the address. */
export function checkIdentity({ resource, target }: ResourceContext, object: KubeObject): void {
  const name = nameOf(object)
  if (name === '')
    throw badRequest(`the name of the object (${target.name} based on URL) was undeterminable: name must be provided`)
  if (name !== target.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${target.name})`)
  const namespace = resource.namespaced ? namespaceOf(object) : ''
  if (namespace && namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** Computes the wanted state from the present one; called again after a conflict. */
type Transform = (current: KubeObject) => KubeObject

interface UpdateRequest {
  readonly transform: Transform
  readonly dryRun: boolean
  /** The object must have this uid; "" = any. */
  readonly uid?: string
}

/** Updates a stored object: precondition, transformation, admission, validation, store. Returns the stored state. */
export async function updateStored(context: ResourceContext, request: UpdateRequest): Promise<Stored> {
  const { services, resource, target } = context
  for (;;) {
    const stored = services.store.get(resource.storage, target.namespace, target.name)
    if (!stored) throw notFound(resource, target.name)
    const previous = presented(resource, readable(resource, stored))
    checkUid(resource, previous, request.uid ?? '')
    const next = request.transform(structuredClone(previous))
    const write = writeContext(context, request.dryRun)
    checkVersion(resource, next, previous)
    prepare(next, previous, write)
    const causes = [
      ...metadataUpdateCauses(next, previous),
      ...finalizerCauses(next, resource),
      ...specificCauses(next, previous, write),
    ]
    if (causes.length > 0) throw invalid(kindOf(resource, next), target.name, causes)
    for (const text of resource.strategy.warnings?.(next, previous) ?? [])
      if (!context.warnings.includes(text)) context.warnings.push(text)
    await resource.strategy.admit?.(next, previous, write)
    // Admission is asynchronous; after a concurrent change all steps repeat, including admission and throttling.
    if (services.store.get(resource.storage, target.namespace, target.name) !== stored) continue
    return commit(next, previous, stored, write)
  }
}

function commit(next: KubeObject, previous: KubeObject, stored: Stored, write: WriteContext): Stored {
  const { resource, services, dryRun } = write
  const state = toStorage(resource, next)
  const unchanged = freeze(state, stored.revision, stored.fields)
  if (isTerminating(next) && finalizersOf(next).length === 0 && !hasSpecFinalizers(next)) {
    if (!dryRun) services.store.remove(resource.storage, stored)
    return unchanged
  }
  if (dryRun || equal(next, previous)) return unchanged
  const updated = services.store.put(resource.storage, state)
  return updated
}

/** Namespaces also wait for the finalizers in their spec. */
function hasSpecFinalizers(object: KubeObject): boolean {
  return stringAt(object, 'kind') === 'Namespace'
}

function checkUid(resource: Resource, previous: KubeObject, uid: string): void {
  const actual = stringAt(metadataOf(previous), 'uid')
  if (uid && uid !== actual)
    throw conflict(
      resource,
      stringAt(metadataOf(previous), 'name'),
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${actual}`,
    )
}

/** Checks the resourceVersion: optimistic locking. */
function checkVersion(resource: Resource, next: KubeObject, previous: KubeObject): void {
  const name = stringAt(metadataOf(previous), 'name')
  const given = stringAt(metadataOf(next), 'resourceVersion')
  if (given !== '' && !/^\d+$/.test(given))
    throw plainError(`resourceVersion: ${JSON.stringify(given)}: invalid syntax`)
  if (given === '' || given === '0') {
    if (resource.strategy.unconditionalUpdate) return
    throw invalid({ group: resource.group, kind: resource.plural }, name, [
      invalidValue('metadata.resourceVersion', 0, 'must be specified for an update'),
    ])
  }
  if (given !== stringAt(metadataOf(previous), 'resourceVersion')) throw staleVersion(resource, name)
}

function prepare(next: KubeObject, previous: KubeObject, write: WriteContext): void {
  const { resource, subresource } = write
  const [now, then] = [metadataOf(next), metadataOf(previous)]
  if (!stringAt(now, 'uid')) now.uid = then.uid
  now.resourceVersion = then.resourceVersion
  for (const field of ['creationTimestamp', 'generation']) keep(now, then, field)
  if (then.deletionTimestamp !== undefined) keep(now, then, 'deletionTimestamp')
  if (now.deletionGracePeriodSeconds === undefined) keep(now, then, 'deletionGracePeriodSeconds')
  if (subresource === 'status') keepAllButStatus(next, previous, resource)
  resource.strategy.mutate?.(next, previous, write)
  if (subresource === 'status') return
  if (resource.statusSubresource) keep(next, previous, 'status')
  if (resource.strategy.generation && !equal(content(next, resource), content(previous, resource)))
    now.generation = Number(then.generation ?? 0) + 1
  resource.strategy.prepareForUpdate?.(next, previous, write)
}

function specificCauses(next: KubeObject, previous: KubeObject, write: WriteContext): Cause[] {
  const { strategy, custom } = write.resource
  if (write.subresource === 'status' && !custom) return strategy.validateStatus?.(next, previous) ?? []
  return strategy.validateUpdate?.(next, previous, write) ?? []
}

function keep(next: KubeObject, previous: KubeObject, field: string): void {
  if (previous[field] === undefined) delete next[field]
  else next[field] = structuredClone(previous[field])
}

/** The status subresource changes the status, and the metadata of built-in kinds only. */
function keepAllButStatus(next: KubeObject, previous: KubeObject, resource: Resource): void {
  for (const field of new Set([...Object.keys(next), ...Object.keys(previous)]))
    if (field !== 'status' && field !== 'metadata') keep(next, previous, field)
  if (!resource.custom) return
  const { managedFields } = metadataOf(next)
  next.metadata = { ...structuredClone(metadataOf(previous)), ...(managedFields && { managedFields }) }
}

/** The part of an object whose changes increment metadata.generation. */
function content(object: KubeObject, resource: Resource): KubeObject {
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, status, ...rest } = object
  return resource.statusSubresource ? rest : { ...rest, status }
}
