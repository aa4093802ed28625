import { createHash } from 'node:crypto'
import type { AccessRule } from '#lib/hap/access/access-rule.ts'
import type { Verdict } from '#lib/hap/access/judge-rules.ts'

/** A wanted role with the binding of the same name and namespace. */
export interface WantedRole {
  /** null = a ClusterRole. */
  readonly namespace: string | null
  readonly rules: readonly AccessRule[]
}

/** Wanted access in the cluster. */
export interface Wanted {
  readonly roles: readonly WantedRole[]
  /** Default namespace of the kubeconfig; null = none. */
  readonly namespace: string | null
  /** Digest of the roles. */
  readonly digest: string
  /** Version of the policy that grants them. */
  readonly policy: number
}

/** The policy of the first release, and the one that refuses more (`later` in dangers.ts). */
export const FIRST_POLICY = 1
const PRESENT_POLICY = 2

/** Builds the roles of the granted access; none without a rule. */
export function wantedRoles({ granted: { clusterRules, role }, kept }: Pick<Verdict, 'granted' | 'kept'>): Wanted {
  const roles: WantedRole[] = []
  if (clusterRules.length > 0) roles.push({ namespace: null, rules: clusterRules.map(tidyRule) })
  if (role !== null && role.rules.length > 0) roles.push({ namespace: role.namespace, rules: role.rules.map(tidyRule) })
  const digest = createHash('sha256').update(JSON.stringify(roles)).digest('hex').slice(0, 16)
  const policy = kept.length > 0 ? FIRST_POLICY : PRESENT_POLICY
  return { roles, namespace: role?.namespace ?? null, digest, policy }
}

/** Whether two lists of rules are identical. */
export function sameRules(a: readonly AccessRule[], b: readonly AccessRule[]): boolean {
  return JSON.stringify(a.map(tidyRule)) === JSON.stringify(b.map(tidyRule))
}

/** Normalises a rule like the server: ordered fields without empty ones. */
function tidyRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: AccessRule): AccessRule {
  const lists = { apiGroups, resources, resourceNames, nonResourceURLs }
  const set = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0)
  return { verbs: [...verbs], ...Object.fromEntries(set.map(([field, list]) => [field, [...(list ?? [])]])) }
}
