import { authorize } from '#embedded-garden/auth/authorize.ts'
import { timestamp } from '#embedded-garden/clock.ts'
import { applyFields, ConflictError } from '#embedded-garden/fields/apply.ts'
import type { Writer } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { readYaml } from '#embedded-garden/http/body.ts'
import { badRequest, conflict } from '#embedded-garden/http/errors.ts'
import { ApiError } from '#embedded-garden/http/status.ts'
import { isObject, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf, nameOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import { createObject } from './create.ts'
import { decodePatched } from './decode-object.ts'
import { storedAnswer } from './read.ts'
import { updateStored } from './store-update.ts'
import { checkIdentity } from './update.ts'
import type { WriteOptions } from './write-options.ts'

/** PATCH by server-side apply; makes the object when it is missing. */
export async function applyPatch(context: ResourceContext, body: string, options: WriteOptions): Promise<Answer> {
  const { resource, services, target } = context
  const config = readConfig(context, body, options)
  const writer: Writer = { name: options.manager, subresource: target.subresource, now: timestamp(services.clock) }
  if (!services.store.get(resource.storage, target.namespace, target.name) && target.subresource === '') {
    // Apply creates a missing object only for callers with the `create` permission.
    authorize({ ...context.info, verb: 'create' }, context.user, services.rbac)
    refuseUid(context, config)
    const created = apply({ metadata: {} }, config, context, writer, options)
    return storedAnswer(context, await createObject(context, created, { ...options, tracked: true }), 201)
  }
  const stored = await updateStored(context, {
    dryRun: options.dryRun,
    transform: current => apply(current, config, context, writer, options),
  })
  return storedAnswer(context, stored)
}

/** Who names a uid means an object that is there. */
function refuseUid({ resource, target }: ResourceContext, config: JsonObject): void {
  const uid = stringAt(metadataOf(config), 'uid')
  if (uid === '') return
  const because = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw conflict(resource, target.name, because)
}

/** The configuration that the caller applies, decoded without defaults, so that no manager owns defaulted fields. */
function readConfig(context: ResourceContext, body: string, options: WriteOptions): JsonObject {
  const { resource, target } = context
  const given = readYaml(body)
  if (!isObject(given)) throw badRequest('error decoding YAML: an object is expected')
  if (stringAt(given, 'apiVersion') !== apiVersionOf(resource) || stringAt(given, 'kind') !== resource.kind)
    throw badRequest(`the applied object must be of ${apiVersionOf(resource)}, kind ${resource.kind}`)
  const metadata = metadataOf(given)
  if (metadata.managedFields !== undefined && metadata.managedFields !== null)
    throw badRequest('metadata.managedFields must be nil')
  if (!nameOf(given)) metadata.name = target.name
  checkIdentity(context, given)
  // Decoded for its warnings and errors about fields; what is applied stays as sparse as it was given.
  decodePatched(context, structuredClone(given), options.validation)
  return withoutNulls(given)
}

function apply(
  live: KubeObject,
  config: JsonObject,
  context: ResourceContext,
  writer: Writer,
  options: WriteOptions,
): KubeObject {
  const { resource, target } = context
  try {
    const next = decodePatched(context, applyFields(live, config, resource, writer, options.force), 'Ignore')
    if (resource.namespaced) metadataOf(next).namespace = target.namespace
    return next
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    throw new ApiError({
      code: 409,
      reason: 'Conflict',
      message: `${error.message}; use force to take the fields over`,
      details: {
        causes: error.conflicts.map(({ manager, field }) => ({
          reason: 'FieldManagerConflict',
          message: `conflict with "${manager.name}" using ${manager.apiVersion}`,
          field,
        })),
      },
    })
  }
}

function withoutNulls(object: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [key, value] of Object.entries(object))
    if (value !== null && value !== undefined) copy[key] = isObject(value) ? withoutNulls(value) : value
  return copy
}
