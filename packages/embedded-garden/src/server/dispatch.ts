import { type Answer, text } from '#embedded-garden/http/answer.ts'
import {
  badRequest,
  customMethodNotAllowed,
  methodNotAllowed,
  notFound,
  unknownResource,
} from '#embedded-garden/http/errors.ts'
import { negotiate } from '#embedded-garden/http/negotiation.ts'
import type { ResourceRequest, Verb } from '#embedded-garden/http/request-info.ts'
import type { RequestContext, Resource, ResourceContext } from '#embedded-garden/resource.ts'
import { create } from '#embedded-garden/verbs/create.ts'
import { remove, removeCollection } from '#embedded-garden/verbs/delete.ts'
import { patch } from '#embedded-garden/verbs/patch.ts'
import { get, list } from '#embedded-garden/verbs/read.ts'
import { update } from '#embedded-garden/verbs/update.ts'
import { watch } from '#embedded-garden/verbs/watch.ts'
import { answerNonResource } from './discovery.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

type Handler = (context: ResourceContext) => Answer | Promise<Answer>

const HANDLERS: Readonly<Record<Verb, Handler>> = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: removeCollection,
}

/** Calls the handler of an authenticated and authorised request. Throws ApiError. */
export function dispatch(context: RequestContext): Answer | Promise<Answer> {
  if (!METHODS.has(context.request.method ?? '')) throw methodNotAllowed()
  const outage = aggregatedOutage(context)
  if (outage) return text(outage, 503)
  const target = context.info.resource
  if (!target) return answerNonResource(context)
  const resource = context.services.registry.find(target.group, target.version, target.plural)
  if (!resource) return unknown(context, target)
  if (resource.custom && !isInScope(resource, target)) return text('404 page not found\n', 404)
  const handler = handlerOf(resource, target)
  const representation = negotiate(context.request.headers.accept)
  const located = resource.namespaced ? target : { ...target, namespace: '' }
  const resourceContext = { ...context, target: located, resource, representation }
  context.services.secretGuard.check(resourceContext)
  return handler(resourceContext)
}

/** Custom resources are served in the namespaces of their scope only; lists and watches also across all. */
function isInScope({ namespaced }: Resource, { namespace, verb }: ResourceRequest): boolean {
  return namespaced ? namespace !== '' || verb === 'list' || verb === 'watch' : namespace === ''
}

function handlerOf(resource: Resource, target: ResourceRequest): Handler {
  const { verb, subresource, name, namespace } = target
  const special = resource.special[subresource ? `${verb}/${subresource}` : verb]
  if (special) return special
  if (subresource === 'status' && resource.statusSubresource) {
    if (verb === 'get' || verb === 'update' || verb === 'patch') return HANDLERS[verb]
    throw resource.custom ? customMethodNotAllowed(resource) : methodNotAllowed()
  }
  if (subresource && resource.custom) throw notFound(resource, name)
  if (subresource) {
    if (resource.subresources.some(candidate => candidate.name === subresource)) throw methodNotAllowed()
    throw unknownResource()
  }
  if (resource.namespaced ? name && !namespace : namespace && resource.plural !== 'namespaces') throw unknownResource()
  const needsName = verb === 'update' || verb === 'patch'
  if (resource.custom && needsName && !name) throw badRequest('name must be provided')
  const needsNamespace = resource.namespaced && !namespace && verb === 'create'
  if (needsNamespace || (needsName && !name) || (verb === 'create' && name) || !resource.verbs.includes(verb))
    throw methodNotAllowed()
  return HANDLERS[verb]
}

/** Unknown resources of a served group are a Status; those of custom and unknown groups are plain text. */
function unknown({ services }: RequestContext, { group, version }: ResourceRequest): Answer {
  const known = services.registry.all().filter(resource => resource.group === group)
  // An unknown version of an aggregated group gets the plain 404 of an unknown path.
  if (known.some(resource => !resource.custom && (!resource.aggregated || resource.version === version)))
    throw unknownResource()
  return text('404 page not found\n', 404)
}

/** The 503 text for addresses below the versions of an aggregated group while its server is unavailable. */
function aggregatedOutage({ info, services }: RequestContext): string | null {
  const [root, group = '', version] = info.path.split('/').filter(Boolean)
  if (root !== 'apis' || !version) return null
  const aggregated = services.registry.all().some(resource => resource.aggregated && resource.group === group)
  return aggregated ? services.aggregatedApi.outage() : null
}
