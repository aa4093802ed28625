import type { Plans } from '../plans/plan.ts'
import { poolName } from '../pools/pool.ts'
import { parseRule } from '../rules/parse-rule.ts'
import { formatIdentity, formatRule, type Rule, sameOutput } from '../rules/rule.ts'
import { type Reach, reachName, reachOf } from '../selection/reach.ts'
import { policyOf, type Semantics } from '../semantics.ts'

/** What became of one rule, with the pools it leads to as people call them; a region that the request decides is `…`. */
export interface RuleChange {
  readonly change: 'added' | 'removed' | 'changed'
  /** In its canonical writing; null where it is not. */
  readonly before: string | null
  readonly after: string | null
  readonly poolsBefore: readonly string[]
  readonly poolsAfter: readonly string[]
}

/** Rules that came, went, or lead elsewhere, by what they ask of a request; their order means nothing (seed 001). In the order of the new rules, then what went. */
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

/** Rules from texts that were valid once, whatever plans there are today; what cannot be read is left out. */
export function rulesOfTexts(texts: readonly string[], semantics: Semantics): readonly Rule[] {
  const policy = policyOf(semantics)
  return texts.flatMap((text, index) => parseRule(text, index, policy).rule ?? [])
}

/** Who owns a field of an object in Kubernetes, as server-side apply keeps it. */
export interface FieldManager {
  readonly name: string
  /** `Apply`: it says what has to be there, again and again. `Update`: it wrote once. */
  readonly operation: 'Apply' | 'Update'
}

/** Name of the console as a field manager. */
export const CONSOLE_MANAGER = 'hap-console'

/**
 * Programs that keep an object as a file or a repository says without server-side apply, by their usual names: `kubectl apply`, Argo CD,
 * Flux, Helm, Rancher Fleet, Terraform, Pulumi.
 */
const KEEPERS = /^kubectl-client-side-apply$|argo|flux|kustomize|helm|fleet|terraform|pulumi/i

/** Whether a manager would put its own text back, so that writing over it leads nowhere. Others wrote by hand. */
export function isKeeper({ name, operation }: FieldManager): boolean {
  return name !== CONSOLE_MANAGER && (operation === 'Apply' || KEEPERS.test(name))
}

/** What the audit log calls what is done to the rules. */
export const RULES_VERBS = {
  publish: 'publish rules',
  rollBack: 'roll back rules',
  write: 'write ConfigMap of rules',
} as const

/** Key of the rules among the targets of the audit log. */
export const RULES_TARGET = 'Rules'
