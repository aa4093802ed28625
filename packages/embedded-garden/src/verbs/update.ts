import { timestamp } from '#embedded-garden/clock.ts'
import { trackUpdate } from '#embedded-garden/fields/ownership.ts'
import type { Answer } from '#embedded-garden/http/answer.ts'
import { badRequest } from '#embedded-garden/http/errors.ts'
import { type KubeObject, metadataOf, nameOf, namespaceOf, uidOf } from '#embedded-garden/object.ts'
import type { ResourceContext } from '#embedded-garden/resource.ts'
import { createObject } from './create.ts'
import { decodeBody } from './decode-object.ts'
import { storedAnswer } from './read.ts'
import { updateStored } from './store-update.ts'
import { parseWriteOptions } from './write-options.ts'

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
