/** A rule as it is typed: words between commas or blanks. */
export interface RuleForm {
  readonly key: number
  /** Empty = the whole cluster. */
  readonly namespaced: boolean
  readonly groups: string
  readonly resources: string
  readonly verbs: string
}

/** A request as it is typed. */
export interface RequestForm {
  readonly name: string
  readonly cluster: string
  /** Of all rules that are for one namespace. */
  readonly namespace: string
  readonly hours: string
  readonly rules: readonly RuleForm[]
}

/** A rule of which nothing is typed. */
export function newRule(key: number): RuleForm {
  return { key, namespaced: false, groups: 'core', resources: '', verbs: 'get list watch' }
}

/** A request of which nothing is typed. */
export function newForm(cluster: string): RequestForm {
  return { name: '', cluster, namespace: '', hours: '24', rules: [newRule(1)] }
}

/** The request as the console's API takes it. */
export function requestOf({ name, cluster, namespace, hours, rules }: RequestForm) {
  const inCluster = rules.filter(({ namespaced }) => !namespaced).map(ruleOf)
  const inNamespace = rules.filter(({ namespaced }) => namespaced).map(ruleOf)
  return {
    name: name.trim(),
    spec: {
      cluster,
      ...(inCluster.length > 0 && { clusterRole: { rules: inCluster } }),
      ...(inNamespace.length > 0 && { role: { namespace: namespace.trim(), rules: inNamespace } }),
      expiration: Math.round(Number(hours) * 3_600) || 0,
    },
  }
}

/** Where each rule stands in the request, by its key. */
export function pathsOfRules(rules: readonly RuleForm[]): ReadonlyMap<number, string> {
  const counts = { role: 0, clusterRole: 0 }
  return new Map(
    rules.map(({ key, namespaced }) => {
      const role = namespaced ? 'role' : 'clusterRole'
      return [key, `spec.${role}.rules[${counts[role]++}]`]
    }),
  )
}

function ruleOf({ groups, resources, verbs }: RuleForm) {
  return {
    apiGroups: wordsOf(groups).map(group => (group === 'core' || group === '""' ? '' : group)),
    resources: wordsOf(resources),
    verbs: wordsOf(verbs),
  }
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}
