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
