import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest, invalid } from '#embedded-garden/http/errors.ts'
import { type Cause, invalidValue } from '#embedded-garden/http/status.ts'
import { isObject, type JsonObject, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { metadataOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import type { Action, Rule } from './rules.ts'
import type { User } from './user.ts'

const RESOURCE_FIELDS = ['namespace', 'verb', 'group', 'version', 'resource', 'subresource', 'name']
const PATH_FIELDS = ['path', 'verb']

/**
 * Handles an access review for the caller (`self`), a given user (`other`), or that user in one
 * namespace (`local`).
 */
export async function review(context: ResourceContext, whose: 'self' | 'other' | 'local'): Promise<Answer> {
  const { services, resource, request, target } = context
  const { object: body } = parseObject(await readBody(request), contentTypeOf(request), resource.kind)
  const spec = objectAt(body, 'spec')
  const causes = [...metadataCauses(body, target.namespace), ...specCauses(spec, whose, target.namespace)]
  if (causes.length > 0) throw invalid({ group: resource.group, kind: '' }, '', causes)
  const user = whose === 'self' ? context.user : subjectOf(spec)
  const { allowed, reason } = services.rbac.check(user, actionOf(spec))
  return object(
    {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: { ...metadataOf(body) },
      spec: cleanSpec(spec, whose),
      status: { allowed, ...(reason && { reason }) },
    },
    201,
  )
}

/** Refuses a review with metadata other than its namespace. */
function metadataCauses(body: JsonObject, namespace: string): Cause[] {
  const given = Object.entries(objectAt(body, 'metadata')).filter(
    ([key, value]) => !(key === 'namespace' && value === namespace) && value !== null,
  )
  return given.length === 0 ? [] : [invalidValue('metadata', objectAt(body, 'metadata'), 'must be empty')]
}

function specCauses(spec: JsonObject, whose: 'self' | 'other' | 'local', namespace: string): Cause[] {
  const causes: Cause[] = []
  const [resource, path] = [isObject(spec.resourceAttributes), isObject(spec.nonResourceAttributes)]
  if (resource && path)
    causes.push(
      invalidValue(
        'spec.nonResourceAttributes',
        spec.nonResourceAttributes,
        'cannot be specified with resourceAttributes',
      ),
    )
  if (!resource && !path)
    causes.push(
      invalidValue(
        'spec.resourceAttributes',
        spec.resourceAttributes,
        'exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ),
    )
  if (whose !== 'self' && !stringAt(spec, 'user') && stringsAt(spec, 'groups').length === 0)
    causes.push(invalidValue('spec.user', '', 'at least one of user or group must be specified'))
  if (whose === 'local' && stringAt(objectAt(spec, 'resourceAttributes'), 'namespace') !== namespace)
    causes.push(
      invalidValue(
        'spec.resourceAttributes.namespace',
        stringAt(objectAt(spec, 'resourceAttributes'), 'namespace'),
        `must be ${namespace}`,
      ),
    )
  return causes
}

function actionOf(spec: JsonObject): Action {
  const blank = { verb: '', group: '', resource: '', subresource: '', namespace: '', name: '', path: null }
  if (isObject(spec.nonResourceAttributes)) {
    const { nonResourceAttributes: path } = spec
    return { ...blank, verb: stringAt(path, 'verb'), path: stringAt(path, 'path') }
  }
  const attributes = objectAt(spec, 'resourceAttributes')
  return {
    ...blank,
    verb: stringAt(attributes, 'verb'),
    group: stringAt(attributes, 'group'),
    resource: stringAt(attributes, 'resource'),
    subresource: stringAt(attributes, 'subresource'),
    namespace: stringAt(attributes, 'namespace'),
    name: stringAt(attributes, 'name'),
  }
}

function subjectOf(spec: JsonObject): User {
  const extra = Object.fromEntries(
    Object.keys(objectAt(spec, 'extra')).map(key => [key, stringsAt(objectAt(spec, 'extra'), key)]),
  )
  return { name: stringAt(spec, 'user'), uid: stringAt(spec, 'uid'), groups: stringsAt(spec, 'groups'), extra }
}

/** The spec as the server returns it: without empty fields. */
function cleanSpec(spec: JsonObject, whose: 'self' | 'other' | 'local'): JsonObject {
  const kept: JsonObject = {}
  if (isObject(spec.resourceAttributes)) kept.resourceAttributes = nonEmpty(spec.resourceAttributes, RESOURCE_FIELDS)
  if (isObject(spec.nonResourceAttributes))
    kept.nonResourceAttributes = nonEmpty(spec.nonResourceAttributes, PATH_FIELDS)
  if (whose === 'self') return kept
  for (const field of ['user', 'groups', 'uid', 'extra'])
    if (spec[field] !== undefined && spec[field] !== '') kept[field] = spec[field]
  return kept
}

function nonEmpty(attributes: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter(field => stringAt(attributes, field)).map(field => [field, attributes[field]]),
  )
}

/** Handles a SelfSubjectRulesReview: the rules of the user in a namespace. */
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
