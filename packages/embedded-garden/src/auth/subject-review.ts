import { timestamp } from '#embedded-garden/clock.ts'
import { type Answer, object } from '#embedded-garden/http/answer.ts'
import { apiVersionOf, type ResourceContext } from '#embedded-garden/resource.ts'
import { userInfo } from './user.ts'

/** Who am I? */
export function whoAmI({ services, resource, user }: ResourceContext): Answer {
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
