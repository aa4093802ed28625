import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest } from '#embedded-garden/http/errors.ts'
import { type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import type { Rule } from './rules.ts'

/** What may the caller do in a namespace? */
export async function reviewRules({ services, resource, request, user }: ResourceContext): Promise<Answer> {
  const { object: body } = parseObject(await readBody(request), contentTypeOf(request), resource.kind)
  const namespace = stringAt(objectAt(body, 'spec'), 'namespace')
  if (!namespace) throw badRequest('no namespace on request')
  const rules = services.rbac.rulesFor(user, namespace)
  return object(
    {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: {},
      spec: {},
      status: {
        resourceRules: rules.filter(rule => rule.nonResourceURLs.length === 0).map(resourceRule),
        nonResourceRules: rules.filter(rule => rule.nonResourceURLs.length > 0).map(pathRule),
        incomplete: false,
      },
    },
    201,
  )
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: Rule): JsonObject {
  return {
    verbs: [...verbs],
    apiGroups: [...apiGroups],
    resources: [...resources],
    ...(resourceNames.length > 0 && { resourceNames: [...resourceNames] }),
  }
}

function pathRule({ verbs, nonResourceURLs }: Rule): JsonObject {
  return { verbs: [...verbs], nonResourceURLs: [...nonResourceURLs] }
}
