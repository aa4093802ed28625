import { timestamp } from '#embedded-garden/clock.ts'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest, conflict, invalid, notFound } from '#embedded-garden/http/errors.ts'
import { invalidValue } from '#embedded-garden/http/status.ts'
import { isObject, type JsonObject, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { uidOf } from '#embedded-garden/object.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import { BINDABLE, type BoundObject } from './service-account-token.ts'
import { userInfo } from './user.ts'

const WRONG = 'invalid bearer token'

/** Handles a TokenReview: the user of a token. */
export async function reviewToken({ services, resource, request }: ResourceContext): Promise<Answer> {
  const { object: body } = parseObject(await readBody(request), contentTypeOf(request), resource.kind)
  const spec = objectAt(body, 'spec')
  const token = stringAt(spec, 'token')
  if (!token) throw badRequest('token is required for TokenReview in authentication')
  const audiences = stringsAt(spec, 'audiences')
  const status = verdictOn(services, token, audiences.length > 0 ? audiences : [services.accountTokens.issuer])
  return object(
    {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: {},
      spec: { token, ...(audiences.length > 0 && { audiences }) },
      status,
    },
    201,
  )
}

function verdictOn(services: ResourceContext['services'], token: string, audiences: readonly string[]): JsonObject {
  const fixed = services.authenticator.authenticate(`Bearer ${token}`)
  const verdict = services.accounts.check(token, audiences)
  if (verdict.user) return { authenticated: true, user: userInfo(verdict.user), audiences: [...verdict.audiences] }
  if (fixed && verdict.problem === null)
    return { authenticated: true, user: userInfo(fixed), audiences: [...audiences] }
  return { user: {}, error: verdict.problem === null ? WRONG : `[${WRONG}, ${verdict.problem}]` }
}

/** Handles a SelfSubjectReview: the user of the request. */
export function reviewSelf({ services, resource, user }: ResourceContext): Answer {
  return object(
    {
      kind: resource.kind,
      apiVersion: apiVersionOf(resource),
      metadata: { creationTimestamp: timestamp(services.clock) },
      status: { userInfo: userInfo(user) },
    },
    201,
  )
}

const GROUP = 'authentication.k8s.io'
const MIN_SECONDS = 600
const MAX_SECONDS = 2 ** 32
const DEFAULT_SECONDS = 3600

/** POST to `serviceaccounts/NAME/token`. */
export async function requestToken(context: ResourceContext): Promise<Answer> {
  const { services, request, target } = context
  const { object: body } = parseObject(await readBody(request), contentTypeOf(request), 'TokenRequest')
  const spec = objectAt(body, 'spec')
  const seconds = expirationOf(spec)
  const account = services.store.read('serviceaccounts', target.namespace, target.name)
  if (!account) throw notFound({ group: '', plural: 'serviceaccounts' }, target.name)
  const bound = boundObject(context, spec)
  const given = stringsAt(spec, 'audiences')
  const audiences = given.length > 0 ? given : [services.accountTokens.issuer]
  const claims = { namespace: target.namespace, account: { name: target.name, uid: uidOf(account) }, bound, audiences }
  const now = services.clock.now()
  const token = services.accountTokens.issue(claims, now, seconds)
  const expires = new Date(now.getTime() + seconds * 1000)
  return object(
    {
      kind: 'TokenRequest',
      apiVersion: `${GROUP}/v1`,
      metadata: {
        name: target.name,
        namespace: target.namespace,
        uid: uidOf(account),
        creationTimestamp: timestamp(services.clock),
      },
      spec: {
        audiences,
        expirationSeconds: seconds,
        boundObjectRef: isObject(spec.boundObjectRef) ? spec.boundObjectRef : null,
      },
      status: { token, expirationTimestamp: `${expires.toISOString().slice(0, 19)}Z` },
    },
    201,
  )
}

function expirationOf({ expirationSeconds = DEFAULT_SECONDS }: JsonObject): number {
  const seconds = Number(expirationSeconds ?? DEFAULT_SECONDS)
  const field = 'spec.expirationSeconds'
  const refuse = (why: string) =>
    invalid({ group: GROUP, kind: 'TokenRequest' }, '', [invalidValue(field, seconds, why)])
  if (seconds < MIN_SECONDS) throw refuse('may not specify a duration less than 10 minutes')
  if (seconds > MAX_SECONDS) throw refuse('may not specify a duration larger than 2^32 seconds')
  return seconds
}

function boundObject({ services, target }: ResourceContext, spec: JsonObject): BoundObject | null {
  const reference = spec.boundObjectRef
  if (!isObject(reference)) return null
  const [name, uid] = [stringAt(reference, 'name'), stringAt(reference, 'uid')]
  const kind = BINDABLE.find(each => each === reference.kind)
  if (!kind || stringAt(reference, 'apiVersion') !== 'v1')
    throw badRequest(
      `cannot bind token to object of type ${stringAt(reference, 'apiVersion')}, Kind=${stringAt(reference, 'kind')}`,
    )
  const plural = `${kind.toLowerCase()}s`
  const anchor = services.store.read(plural, kind === 'Node' ? '' : target.namespace, name)
  if (!anchor) throw notFound({ group: '', plural }, name)
  if (uid && uid !== uidOf(anchor))
    throw conflict(
      { group: '', plural: kind, kind },
      name,
      'the UID in the bound object reference does not match the UID in record',
    )
  return { kind, name, uid: uidOf(anchor) }
}
