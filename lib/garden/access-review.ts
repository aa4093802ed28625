import type { GardenClient } from './client/client.ts'
import type { Permission } from './client/garden-error.ts'
import type { PermissionRule } from './permissions.ts'

/** A single permission that a user has or lacks. */
export interface Ability {
  readonly verb: string
  readonly group: string
  /** Plural, with its subresource: `shoots/adminkubeconfig`. */
  readonly resource: string
  /** Null for all namespaces and for cluster-scoped resources. */
  readonly namespace: string | null
  /** Null for any object. */
  readonly name: string | null
}

/** Expands a rule to its single permissions in these namespaces. */
export function listAbilities(
  { cluster, scope, group, resources, verbs, names }: PermissionRule,
  namespaces: Readonly<Record<PermissionRule['cluster'], string>>,
): readonly Ability[] {
  const namespace = scope === 'cluster' ? null : namespaces[cluster]
  return resources.flatMap(resource =>
    verbs.flatMap(verb => (names ?? [null]).map(name => ({ verb, group, resource, namespace, name }))),
  )
}

/** Asks the API server whether the user of `client` has a permission. Throws GardenError. */
export async function isAbleTo(client: Pick<GardenClient, 'request'>, ability: Ability): Promise<boolean> {
  const { verb, group, namespace, name } = ability
  const [resource, subresource] = ability.resource.split('/')
  const attributes = {
    verb,
    group,
    resource,
    ...(subresource !== undefined && { subresource }),
    ...(namespace !== null && { namespace }),
    ...(name !== null && { name }),
  }
  const { status } = await client.request<{ status?: { allowed?: boolean } }>({
    doing: 'ask what the console may do',
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
  return status?.allowed === true
}

/** The rules that a SelfSubjectRulesReview returns. */
interface RulesReview {
  readonly status?: {
    readonly incomplete?: boolean
    readonly resourceRules?: readonly ReviewedRule[]
  }
}

interface ReviewedRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
}

/**
 * Whether the user of `client` has a permission for at least one object of a namespace, perhaps only by name. Null if the API server
 * does not know all rules. Throws GardenError.
 */
export async function isAbleToForAnyObject(
  client: Pick<GardenClient, 'request'>,
  { verb, group, resource, namespace }: Permission,
): Promise<boolean | null> {
  const { status = {} } = await client.request<RulesReview>({
    doing: 'ask what the console may do',
    permission: null,
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
    contentType: 'application/json',
    body: JSON.stringify({
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SelfSubjectRulesReview',
      spec: { namespace },
    }),
  })
  const { incomplete = true, resourceRules = [] } = status
  const has = (all: readonly string[] | undefined, one: string) => all?.some(each => each === '*' || each === one)
  const isGranted = resourceRules.some(
    rule => has(rule.verbs, verb) && has(rule.apiGroups, group) && has(rule.resources, resource),
  )
  return isGranted || (incomplete ? null : false)
}
