import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { contentTypeOf, parseObject, readBody } from '#embedded-garden/http/body.ts'
import { badRequest } from '#embedded-garden/http/errors.ts'
import { type JsonObject, objectAt, stringAt, stringsAt } from '#embedded-garden/json.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import { userInfo } from './user.ts'

const WRONG = 'invalid bearer token'

/** Whose token is this? */
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
