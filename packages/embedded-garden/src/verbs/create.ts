import { randomUUID } from 'node:crypto'
import { checkNamespace } from '#embedded-garden/admission/metadata-plugins.ts'
import { timestamp } from '#embedded-garden/clock.ts'
import { trackCreation } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { alreadyExists, badRequest, invalid, plainError } from '#embedded-garden/http/errors.ts'
import { stringAt } from '#embedded-garden/json.ts'
import { isTerminating, type KubeObject, metadataOf, nameOf, namespaceOf } from '#embedded-garden/object.ts'
import type { Resource, ResourceContext, WriteContext } from '#embedded-garden/resource.ts'
import { zeroOf } from '#embedded-garden/schema/shape.ts'
import { freeze, type Stored, thaw } from '#embedded-garden/storage/stored.ts'
import { decodeBody } from './decode-object.ts'
import { finalizerCauses, metadataCauses, randomName } from './object-metadata.ts'
import { parseWriteOptions, type WriteOptions } from './options.ts'
import { storedAnswer } from './read.ts'

/** POST to a collection. */
export async function create(context: ResourceContext): Promise<Answer> {
  const options = parseWriteOptions(context.info.query, 'CreateOptions', context.userAgent)
  const object = await decodeBody(context, options.validation)
  return storedAnswer(context, await createObject(context, object, options), 201)
}

/** Stores a decoded object after defaulting, admission and validation. */
export async function createObject(
  context: ResourceContext,
  object: KubeObject,
  options: WriteOptions,
): Promise<Stored> {
  const { resource, services, target } = context
  const { strategy } = resource
  const write = writeContext(context, options.dryRun)
  setNamespace(object, resource, target.namespace)
  for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds']) delete metadataOf(object)[field]
  if (!options.tracked) trackCreation(object, resource, { name: options.manager, subresource: '', now: write.now })
  checkNamespace(object, write)
  strategy.mutate?.(object, null, write)
  fillSystemFields(object, resource, write)
  strategy.prepareForCreate?.(object, write)
  const causes = [
    ...metadataCauses(object, strategy.nameProblems),
    ...finalizerCauses(object, resource),
    ...(strategy.validate?.(object, write) ?? []),
  ]
  if (causes.length > 0) throw invalid(kindOf(resource, object), nameOf(object), causes)
  context.warnings.push(...(strategy.warnings?.(object, null) ?? []))
  await strategy.admit?.(object, null, write)
  if (stringAt(metadataOf(object), 'resourceVersion'))
    throw plainError('resourceVersion should not be set on objects to be created')
  const existing = services.store.get(resource.storage, namespaceOf(object), nameOf(object))
  if (existing) throw alreadyExists(resource, nameOf(object), isTerminating(thaw(existing)))
  const stored = toStorage(resource, object)
  if (options.dryRun) return withoutVersion(freeze(stored, 0, {}))
  const created = services.store.put(resource.storage, stored)
  return created
}

/** The kind in a 422: that of the body, without a group for kinds that are stored in another version. */
export function kindOf(resource: Resource, object: KubeObject): { group: string; kind: string } {
  return { group: resource.conversion ? '' : resource.group, kind: stringAt(object, 'kind') || resource.kind }
}

export function writeContext(context: ResourceContext, dryRun: boolean): WriteContext {
  const { services, user, resource, target } = context
  return {
    services,
    user,
    resource,
    namespace: target.namespace,
    dryRun,
    now: timestamp(services.clock),
    subresource: target.subresource,
  }
}

export function toStorage(resource: Resource, object: KubeObject): KubeObject {
  return resource.conversion ? resource.conversion.toStorage(object) : object
}

function setNamespace(object: KubeObject, resource: Resource, namespace: string): void {
  const metadata = metadataOf(object)
  const given = stringAt(metadata, 'namespace')
  if (resource.namespaced && given && given !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (resource.namespaced) metadata.namespace = namespace
  else delete metadata.namespace
}

function fillSystemFields(object: KubeObject, resource: Resource, write: WriteContext): void {
  const metadata = metadataOf(object)
  metadata.uid = randomUUID()
  metadata.creationTimestamp = write.now
  const base = stringAt(metadata, 'generateName')
  if (!stringAt(metadata, 'name') && (base || resource.strategy.inventsNames)) metadata.name = randomName(base)
  if (resource.strategy.generation) metadata.generation = 1
  if (resource.statusSubresource) resetStatus(object, resource)
}

/** Clears the status that a client sends with a new object. */
function resetStatus(object: KubeObject, resource: Resource): void {
  const field = resource.shape.type === 'struct' ? resource.shape.fields.get('status') : undefined
  if (field?.absent.write === 'struct') object.status = zeroOf(field.shape)
  else delete object.status
}

/** Removes the version, for an object that was not stored. */
function withoutVersion(stored: Stored): Stored {
  const object = thaw(stored)
  const metadata = metadataOf(object)
  delete metadata.resourceVersion
  const head = JSON.stringify(metadata)
  const bytes = Buffer.from(JSON.stringify({ metadata, ...object }))
  return { ...stored, bytes, metadataEnd: '{"metadata":'.length + Buffer.byteLength(head) }
}
