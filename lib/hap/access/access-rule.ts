/** One rule of a requested role; the shape of a Kubernetes PolicyRule. */
export interface AccessRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/**
 * Access that a KubeconfigRequest asks for: cluster-wide rules, a role in one namespace, or both.
 */
export interface RequestedAccess {
  readonly clusterRules: readonly AccessRule[]
  readonly role: { readonly namespace: string; readonly rules: readonly AccessRule[] } | null
}

export interface LocatedRule {
  readonly rule: AccessRule
  /** Path of the rule in the request, for example `spec.clusterRole.rules[0]`. */
  readonly path: string
  /** Namespace the rule applies to; null for the whole cluster. */
  readonly namespace: string | null
}

/** Lists all rules with path and namespace, in the order of the request. */
export function listRules({ clusterRules, role }: RequestedAccess): LocatedRule[] {
  return [
    ...clusterRules.map((rule, i) => ({ rule, path: `spec.clusterRole.rules[${i}]`, namespace: null })),
    ...(role?.rules ?? []).map((rule, i) => ({
      rule,
      path: `spec.role.rules[${i}]`,
      namespace: role?.namespace ?? null,
    })),
  ]
}

/** Formats what a rule grants as one phrase: `get, list configmaps in compass-system`. */
export function formatAccessRule({ rule, namespace }: Pick<LocatedRule, 'rule' | 'namespace'>): string {
  const { resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  if (nonResourceURLs.length > 0) return `${formatVerbs(rule)} ${nonResourceURLs.join(', ')}`
  const what = resources.includes('*') ? 'everything' : resources.join(', ')
  const named = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : ''
  return `${formatVerbs(rule)} ${what}${formatGroups(rule)}${named} in ${namespace ?? 'the whole cluster'}`
}

function formatVerbs({ verbs }: AccessRule): string {
  return verbs.includes('*') ? 'do anything with' : verbs.join(', ')
}

/** Names the groups of a rule; empty for the core group, whose resources need no group. */
function formatGroups({ apiGroups = [] }: AccessRule): string {
  if (apiGroups.includes('*')) return ' of all groups'
  const named = apiGroups.map(group => group || 'core')
  return named.length === 1 && named[0] === 'core' ? '' : ` of ${named.join(', ')}`
}

/** Whether a rule grants every verb on every resource of every group. */
export function grantsEverything({ verbs, apiGroups = [], resources = [] }: AccessRule): boolean {
  return [verbs, apiGroups, resources].every(list => list.includes('*'))
}

/** Namespace of a target cluster that holds the issued ServiceAccounts and their token Secrets. */
export const ACCESS_NAMESPACE = 'hap-access'
