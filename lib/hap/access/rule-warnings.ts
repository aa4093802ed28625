import { listRules, type RequestedAccess } from './access-rule.ts'
import { CHANGES, type Danger, WORKLOADS } from './dangers.ts'
import { resourcesOf, verbsOf } from './judge-rules.ts'

/** A right of a role in one namespace that reaches further than it states. */
interface RuleWarning {
  /** Path of the rule, for example `spec.role.rules[0]`. */
  readonly path: string
  readonly message: string
}

/** Rights that are granted with a warning. */
const FAR_REACHING: readonly Pick<Danger, 'verbs' | 'resources' | 'why'>[] = [
  {
    verbs: ['create'],
    resources: ['core/secrets'],
    why: 'a Secret of type kubernetes.io/service-account-token receives the token of any ServiceAccount there',
  },
  {
    verbs: CHANGES,
    resources: WORKLOADS,
    why: 'a pod can use every Secret and every ServiceAccount there',
  },
]

/**
 * Warns of rules that create Secrets or workloads in a namespace: both lead to the rights of its
 * ServiceAccounts (Kubernetes, RBAC good practices).
 */
export function findRuleWarnings(access: RequestedAccess): readonly RuleWarning[] {
  return listRules(access).flatMap(({ rule, path, namespace }) =>
    FAR_REACHING.flatMap(right => {
      const resources = resourcesOf(right, rule)
      const verbs = verbsOf(right, rule)
      if (namespace === null || resources.length === 0 || verbs.length === 0) return []
      const what = `${verbs.map(verb => JSON.stringify(verb)).join(', ')} on ${resources.join(', ')} in ${namespace}`
      return [{ path, message: `${what} reaches further than it states: ${right.why}.` }]
    }),
  )
}
