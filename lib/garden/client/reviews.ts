import type { GardenClient } from './client.ts'
import type { Permission } from './garden-error.ts'

const AUTHORIZATION = '/apis/authorization.k8s.io/v1'

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
    path: `${AUTHORIZATION}/selfsubjectaccessreviews`,
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectAccessReview',
      spec: { resourceAttributes: attributes },
    }),
  })
  return review.status?.allowed === true
}

export interface ResourceRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  /** Empty: every object. */
  readonly resourceNames: readonly string[]
}

/** What this identity may do in a namespace (SelfSubjectRulesReview); the server may leave things out. Throws GardenError. */
export async function allowedRules(client: GardenClient, namespace: string): Promise<readonly ResourceRule[]> {
  const review = await client.request<{ status?: { resourceRules?: Partial<ResourceRule>[] } }>({
    doing: `ask which actions are allowed in ${namespace}`,
    permission: null,
    method: 'POST',
    path: `${AUTHORIZATION}/selfsubjectrulesreviews`,
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    }),
  })
  return (review.status?.resourceRules ?? []).map(rule => ({
    verbs: rule.verbs ?? [],
    apiGroups: rule.apiGroups ?? [],
    resources: rule.resources ?? [],
    resourceNames: rule.resourceNames ?? [],
  }))
}

/** Version of the API server, `v1.36.2`. Throws GardenError. */
export async function serverVersion(client: GardenClient): Promise<string> {
  const answer = await client.request<{ gitVersion?: string }>({
    doing: 'read the version of the server',
    permission: null,
    method: 'GET',
    path: '/version',
  })
  return answer.gitVersion ?? 'unknown'
}
