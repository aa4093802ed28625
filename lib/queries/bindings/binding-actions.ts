import type { Action } from '#lib/hap/actions/action.ts'
import { judgeAll } from '#lib/hap/actions/judge.ts'
import { planTogether } from '#lib/hap/actions/plan-together.ts'
import { choosableLabels, repairOf } from '#lib/hap/actions/repair.ts'
import { ownersOf } from '#lib/hap/lifecycle/account-clusters.ts'
import { isLegalLabelValue, isPartOfHap, type LabelName } from '#lib/hap/pools/labels.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { QueryContext } from '../query-context.ts'
import { getActionFacts } from './action-facts.ts'

/** One action on the page of a binding. */
export interface ActionOffer {
  readonly action: Action
  /** Why the action is refused, a sentence; null when it is allowed. */
  readonly reason: string | null
  readonly dangerous: boolean
  /** `repair`: labels that only a person can decide. */
  readonly undecided: readonly LabelName[]
  /** `repair`: labels whose proposed value a person may change. */
  readonly open: readonly LabelName[]
  /** `repair`: global accounts that have clusters on the account. */
  readonly owners: readonly string[]
}

/** Lists all actions in the order of menus, with refusals that do not depend on the user's role. */
export function listBindingActions(pooled: PooledBinding, context: QueryContext): readonly ActionOffer[] {
  // No selector finds the binding; it needs labels before any action.
  if (!isPartOfHap(pooled.labels)) return []
  const facts = getActionFacts(pooled, context)
  return judgeAll(facts).map(({ action, verdict }) => {
    if (!verdict.allowed)
      return { action, reason: verdict.reason, dangerous: false, undecided: [], open: [], owners: [] }
    const planned = planTogether(action, facts, { reason: 'any', by: 'anybody' })
    const repair = action === 'repair' ? repairOf(facts, {}) : null
    return {
      action,
      reason: null,
      dangerous: 'plan' in planned && planned.plan.danger !== null,
      undecided: repair && 'undecided' in repair ? repair.undecided : [],
      open: repair === null ? [] : choosableLabels(facts),
      owners: repair === null ? [] : ownersOf(facts.clusters).filter(isLegalLabelValue),
    }
  })
}
