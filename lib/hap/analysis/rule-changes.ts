import type { Plans } from '../plans/plan.ts'
import { poolName } from '../pools/pool.ts'
import { parseRule } from '../rules/parse-rule.ts'
import { formatIdentity, formatRule, type Rule, sameOutput } from '../rules/rule.ts'
import { type Reach, reachName, reachOf } from '../selection/reach.ts'
import { policyOf, type Semantics } from '../semantics.ts'

/** Change of one rule, with the pools it leads to; `…` is a region of the request. */
export interface RuleChange {
  readonly change: 'added' | 'removed' | 'changed'
  /** Canonical text; null when absent. */
  readonly before: string | null
  readonly after: string | null
  readonly poolsBefore: readonly string[]
  readonly poolsAfter: readonly string[]
}

/**
 * Compares rules by identity; their order is irrelevant (seed 001). Lists changes in the order of
 * the new rules, then removed rules.
 */
export function ruleChanges(before: readonly Rule[], after: readonly Rule[], plans: Plans): readonly RuleChange[] {
  const old = new Map(before.map(rule => [formatIdentity(rule), rule]))
  const young = new Map(after.map(rule => [formatIdentity(rule), rule]))
  const changeOf = (change: RuleChange['change'], from: Rule | null, to: Rule | null): RuleChange => ({
    change,
    before: from && formatRule(from),
    after: to && formatRule(to),
    poolsBefore: poolsOf(from, plans),
    poolsAfter: poolsOf(to, plans),
  })
  const came = [...young].flatMap(([identity, rule]) => {
    const known = old.get(identity)
    if (known === undefined) return [changeOf('added', null, rule)]
    return sameOutput(known.output, rule.output) ? [] : [changeOf('changed', known, rule)]
  })
  const went = [...old].filter(([identity]) => !young.has(identity))
  return [...came, ...went.map(([, rule]) => changeOf('removed', rule, null))]
}

function poolsOf(rule: Rule | null, plans: Plans): readonly string[] {
  return rule === null ? [] : [...new Set(reachOf(rule, plans).map(poolText))]
}

function poolText(reach: Reach): string {
  const { euAccess, shared } = reach
  return poolName({ hyperscalerType: reachName(reach), euAccess, shared })
}

/** Parses published rule texts independent of the present plans; skips unreadable ones. */
export function parsePublishedRules(texts: readonly string[], semantics: Semantics): readonly Rule[] {
  const policy = policyOf(semantics)
  return texts.flatMap((text, index) => parseRule(text, index, policy).rule ?? [])
}

/** Owner of a field in Kubernetes, as in managedFields. */
export interface FieldManager {
  readonly name: string
  /** `Apply`: applies its configuration repeatedly. `Update`: wrote once. */
  readonly operation: 'Apply' | 'Update'
}

/** Field manager of the console. */
export const CONSOLE_MANAGER = 'hap-console'

/**
 * Tools that reconcile an object from files without server-side apply: `kubectl apply`, Argo CD,
 * Flux, Helm, Rancher Fleet, Terraform, Pulumi.
 */
const RECONCILERS = /^kubectl-client-side-apply$|argo|flux|kustomize|helm|fleet|terraform|pulumi/i

/** Whether a manager would overwrite changes of the console. Others are manual writes. */
export function isReconciler({ name, operation }: FieldManager): boolean {
  return name !== CONSOLE_MANAGER && (operation === 'Apply' || RECONCILERS.test(name))
}

/** Names of changes of the rules in the audit log. */
export const RULES_VERBS = {
  publish: 'publish rules',
  rollBack: 'roll back rules',
  write: 'write ConfigMap of rules',
} as const

/** Key of the rules among the targets of the audit log. */
export const RULES_TARGET = 'Rules'
