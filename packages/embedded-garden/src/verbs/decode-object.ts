import { contentTypeOf, PROTOBUF, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest, invalid, unsupportedMediaType } from '#embedded-garden/http/errors.ts'
import { invalidValue } from '#embedded-garden/http/status.ts'
import { type JsonObject, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type Resource, type ResourceContext } from '#embedded-garden/resource.ts'
import { decodeCustom } from '#embedded-garden/schema/custom.ts'
import { DecodeError, decode } from '#embedded-garden/schema/decode.ts'
import type { FieldValidation } from './options.ts'

/** The object in the body of a POST or PUT, in the fields of its kind. Throws 400 or 415. */
export async function decodeBody(context: ResourceContext, validation: FieldValidation): Promise<KubeObject> {
  const { request, resource, warnings } = context
  const type = contentTypeOf(request)
  if (resource.custom && type === PROTOBUF)
    throw unsupportedMediaType(`the body of the request was in an unknown format: ${type}`)
  const { object, duplicates } = parseObject(await readBody(request), type, resource.kind)
  checkVersion(object, resource)
  const { decoded, unknown } = decodeOr(object, resource, message =>
    badRequest(`${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: ${message}`),
  )
  const problems = fieldProblems(duplicates, unknown)
  if (validation === 'Strict' && problems.length > 0)
    throw badRequest(
      `${resource.kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: strict decoding error: ${problems.join(', ')}`,
    )
  if (validation === 'Warn') warnings.push(...problems)
  return decoded
}

/** The patched object, in the fields of its kind. Throws 422 for the patch. */
export function decodePatched(context: ResourceContext, patched: JsonObject, validation: FieldValidation): KubeObject {
  const { resource, warnings } = context
  const blame = (message: string) =>
    invalid({ group: '', kind: '' }, '', [invalidValue('patch', JSON.stringify(patched), message)])
  const sameKind =
    stringAt(patched, 'kind') === resource.kind && stringAt(patched, 'apiVersion') === apiVersionOf(resource)
  if (!sameKind && !resource.custom) throw blame('the patch changes kind or apiVersion')
  checkVersion(patched, resource)
  const { decoded, unknown } = decodeOr(patched, resource, blame)
  const problems = fieldProblems([], unknown)
  if (validation === 'Strict' && problems.length > 0) throw blame(`strict decoding error: ${problems.join(', ')}`)
  if (validation === 'Warn') for (const problem of problems) if (!warnings.includes(problem)) warnings.push(problem)
  return decoded
}

function decodeOr(
  object: JsonObject,
  resource: Resource,
  refuse: (message: string) => Error,
): { decoded: KubeObject; unknown: readonly string[] } {
  try {
    const { object: decoded, unknown } = resource.custom
      ? decodeCustom(object, resource.custom)
      : decode(object, resource.shape)
    decoded.kind = stringAt(object, 'kind') || resource.kind
    decoded.apiVersion = apiVersionOf(resource)
    // Old clients still send selfLink; the server accepts and drops it.
    delete metadataOf(decoded).selfLink
    resource.strategy.defaults?.(decoded)
    return { decoded, unknown }
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(error.message)
    throw error
  }
}

/** Refuses another kind or version than that of the address. Validation refuses custom resources of another kind. */
function checkVersion(object: JsonObject, resource: Resource): void {
  const apiVersion = stringAt(object, 'apiVersion')
  const kind = stringAt(object, 'kind')
  if (apiVersion && apiVersion !== apiVersionOf(resource))
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(resource)})`,
    )
  if (kind && kind !== resource.kind && !resource.custom)
    throw badRequest(`${kind} in version "${resource.version}" cannot be handled as a ${resource.kind}`)
}

function fieldProblems(duplicates: readonly string[], unknown: readonly string[]): string[] {
  return [...duplicates.map(path => `duplicate field "${path}"`), ...unknown.map(path => `unknown field "${path}"`)]
}
