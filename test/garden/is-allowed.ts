import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Permission } from '#lib/garden/client/garden-error.ts'

/** Whether this identity may do it (SelfSubjectAccessReview). `name` narrows it to one object. Throws GardenError. */
export async function isAllowed(client: GardenClient, what: Permission, name?: string): Promise<boolean> {
  const attributes = {
    verb: what.verb,
    group: what.group,
    resource: what.resource,
    ...(what.namespace === null ? {} : { namespace: what.namespace }),
    ...(name === undefined ? {} : { name }),
  }
  const review = await client.request<{ status?: { allowed?: boolean } }>({
    doing: 'ask which actions are allowed',
    permission: null,
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: attributes },
    }),
  })
  return review.status?.allowed === true
}
