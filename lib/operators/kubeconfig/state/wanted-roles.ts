import { createHash } from 'node:crypto'
import type { AccessRule, AskedAccess } from '#lib/hap/access/access-rule.ts'

/** A role to be, and the binding of the same name and place. */
export interface WantedRole {
  /** null = a ClusterRole. */
  readonly namespace: string | null
  readonly rules: readonly AccessRule[]
}

/** What is to be in the cluster. */
export interface Wanted {
  readonly roles: readonly WantedRole[]
  /** Namespace the kubeconfig begins in; null = none in particular. */
  readonly namespace: string | null
  /** Differs when anything of it does. */
  readonly digest: string
}

/** The roles that give an access; none without a rule. */
export function wantedRoles({ clusterRules, role }: AskedAccess): Wanted {
  const roles: WantedRole[] = []
  if (clusterRules.length > 0) roles.push({ namespace: null, rules: clusterRules.map(tidyRule) })
  if (role !== null && role.rules.length > 0) roles.push({ namespace: role.namespace, rules: role.rules.map(tidyRule) })
  const digest = createHash('sha256').update(JSON.stringify(roles)).digest('hex').slice(0, 16)
  return { roles, namespace: role?.namespace ?? null, digest }
}

/** Whether two lists of rules are the same to the letter. */
export function sameRules(a: readonly AccessRule[], b: readonly AccessRule[]): boolean {
  return JSON.stringify(a.map(tidyRule)) === JSON.stringify(b.map(tidyRule))
}

/** A rule with its fields in one order and without empty ones, as the server keeps it. */
function tidyRule({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: AccessRule): AccessRule {
  const lists = { apiGroups, resources, resourceNames, nonResourceURLs }
  const set = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0)
  return { verbs: [...verbs], ...Object.fromEntries(set.map(([field, list]) => [field, [...(list ?? [])]])) }
}
