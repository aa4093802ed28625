import { authorize } from '#embedded-garden/auth/authorize.ts'
import { timestamp } from '#embedded-garden/clock.ts'
import { applyFields, ConflictError } from '#embedded-garden/fields/apply.ts'
import { trackUpdate, type Writer } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, readBody, readYaml } from '#embedded-garden/http/body.ts'
import { badRequest, conflict, plainError, unprocessable, unsupportedPatch } from '#embedded-garden/http/errors.ts'
import { ApiError } from '#embedded-garden/http/status.ts'
import { isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf, nameOf } from '#embedded-garden/object.ts'
import { jsonPatch, PatchError } from '#embedded-garden/patch/json-patch.ts'
import { DirectiveError, mergePatch, strategicMerge } from '#embedded-garden/patch/merge-patch.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import { createObject } from './create.ts'
import { decodePatched } from './decode-object.ts'
import { parseWriteOptions, type WriteOptions } from './options.ts'
import { storedAnswer } from './read.ts'
import { checkIdentity, updateStored } from './update.ts'

const APPLY = 'application/apply-patch+yaml'
const STRATEGIC = 'application/strategic-merge-patch+json'
const TYPES = ['application/json-patch+json', 'application/merge-patch+json', STRATEGIC, APPLY]

/** PATCH of an object. */
export async function patch(context: ResourceContext): Promise<Answer> {
  const { request, resource, services, target } = context
  const type = contentTypeOf(request)
  const offered = resource.custom ? TYPES.filter(offer => offer !== STRATEGIC) : TYPES
  if (!offered.includes(type))
    throw unsupportedPatch(
      `the body of the request was in an unknown format - accepted media types include: ${offered.join(', ')}`,
    )
  const options = parseWriteOptions(context.info.query, 'PatchOptions', context.userAgent, type === APPLY)
  const body = (await readBody(request)).toString()
  if (type === APPLY) return applyPatch(context, body, options)
  const now = timestamp(services.clock)
  const stored = await updateStored(context, {
    dryRun: options.dryRun,
    transform: current => {
      const next = decodePatched(context, applied(type, current, body, context), options.validation)
      checkIdentity(context, next)
      if (resource.namespaced) metadataOf(next).namespace = target.namespace
      trackUpdate(next, current, resource, { name: options.manager, subresource: target.subresource, now })
      return next
    },
  })
  return storedAnswer(context, stored)
}

function applied(type: string, current: KubeObject, body: string, { resource }: ResourceContext): JsonObject {
  const patch = parse(body)
  try {
    if (type === 'application/json-patch+json') {
      if (!Array.isArray(patch)) throw badRequest('error decoding patch: a JSON patch is an array of operations')
      return jsonPatch(current, patch.filter(isObject))
    }
    if (!isObject(patch)) throw badRequest('error decoding patch: a merge patch is an object')
    if (type !== STRATEGIC) return mergePatch(current, patch)
    // A strategic merge patch works on the decoded object, so kind and apiVersion survive a patch that removes them.
    return { kind: resource.kind, apiVersion: current.apiVersion, ...strategicMerge(current, patch, resource.shape) }
  } catch (error) {
    if (error instanceof PatchError) throw unprocessable()
    if (error instanceof DirectiveError) throw plainError(error.message)
    throw error
  }
}

function parse(body: string): Json {
  try {
    return JSON.parse(body) as Json
  } catch (error) {
    throw badRequest(`error decoding patch: ${error instanceof Error ? error.message : error}`)
  }
}

/** PATCH by server-side apply; creates a missing object. */
async function applyPatch(context: ResourceContext, body: string, options: WriteOptions): Promise<Answer> {
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

/** Throws 409 when the configuration names a uid: it refers to an object that does not exist. */
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
  // Decoded only for warnings and errors about fields; the applied configuration stays as given.
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
