/** A rule as the request writes it: a PolicyRule of Kubernetes. */
export interface AccessRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/** What a request asks for: in the whole cluster, in one namespace, or both. */
export interface AskedAccess {
  readonly clusterRules: readonly AccessRule[]
  readonly role: { readonly namespace: string; readonly rules: readonly AccessRule[] } | null
}

export interface PlacedRule {
  readonly rule: AccessRule
  /** Where it stands in the request, `spec.clusterRole.rules[0]`. */
  readonly path: string
  /** null = the whole cluster. */
  readonly namespace: string | null
}

/** Every rule with its place, in the order of the request. */
export function placedRules({ clusterRules, role }: AskedAccess): PlacedRule[] {
  return [
    ...clusterRules.map((rule, i) => ({ rule, path: `spec.clusterRole.rules[${i}]`, namespace: null })),
    ...(role?.rules ?? []).map((rule, i) => ({
      rule,
      path: `spec.role.rules[${i}]`,
      namespace: role?.namespace ?? null,
    })),
  ]
}

/** What a rule lets somebody do, as one phrase: `get, list configmaps in compass-system`. */
export function ruleWords({ rule, namespace }: Pick<PlacedRule, 'rule' | 'namespace'>): string {
  const { resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  if (nonResourceURLs.length > 0) return `${verbWords(rule)} ${nonResourceURLs.join(', ')}`
  const what = resources.includes('*') ? 'everything' : resources.join(', ')
  const named = resourceNames.length > 0 ? ` named ${resourceNames.join(', ')}` : ''
  return `${verbWords(rule)} ${what}${groupWords(rule)}${named} in ${namespace ?? 'the whole cluster'}`
}

function verbWords({ verbs }: AccessRule): string {
  return verbs.includes('*') ? 'do anything with' : verbs.join(', ')
}

/** Resources of the core API have no group worth a word. */
function groupWords({ apiGroups = [] }: AccessRule): string {
  if (apiGroups.includes('*')) return ' of all groups'
  const named = apiGroups.map(group => group || 'core')
  return named.length === 1 && named[0] === 'core' ? '' : ` of ${named.join(', ')}`
}

/** Whether a rule means every verb on every resource of every group. */
export function meansEverything({ verbs, apiGroups = [], resources = [] }: AccessRule): boolean {
  return [verbs, apiGroups, resources].every(list => list.includes('*'))
}

/** Where in a cluster the ServiceAccounts and the Secrets of issues live. */
export const ACCESS_NAMESPACE = 'hap-access'
