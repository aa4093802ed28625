import { timestamp } from '#embedded-garden/clock.ts'
import { trackUpdate } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, readBody } from '#embedded-garden/http/body.ts'
import { badRequest, plainError, unprocessable, unsupportedPatch } from '#embedded-garden/http/errors.ts'
import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { jsonPatch, PatchError } from '#embedded-garden/patch/json-patch.ts'
import { mergePatch } from '#embedded-garden/patch/merge-patch.ts'
import { DirectiveError, strategicMerge } from '#embedded-garden/patch/strategic-merge.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { applyPatch } from './apply.ts'
import { decodePatched } from './decode-object.ts'
import { storedAnswer } from './read.ts'
import { updateStored } from './store-update.ts'
import { checkIdentity } from './update.ts'
import { parseWriteOptions } from './write-options.ts'

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
