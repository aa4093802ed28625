import type { Action } from '#lib/hap/actions/action.ts'
import { judgeAll } from '#lib/hap/actions/judge.ts'
import { planTogether } from '#lib/hap/actions/plan-together.ts'
import { choosableLabels, repairOf } from '#lib/hap/actions/repair.ts'
import { ownersOf } from '#lib/hap/lifecycle/account-clusters.ts'
import { isLegalLabelValue, isPartOfHap, type LabelName } from '#lib/hap/pools/labels.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { QueryContext } from '../query-context.ts'
import { getActionFacts } from './action-facts.ts'

/** One action of the page of a binding. */
export interface ActionOffer {
  readonly action: Action
  /** Why it cannot be done now, as a sentence; null when it can. */
  readonly reason: string | null
  readonly dangerous: boolean
  /** `repair`: labels that only a person can tell. */
  readonly undecided: readonly LabelName[]
  /** `repair`: labels a person may choose otherwise than they would be. */
  readonly open: readonly LabelName[]
  /** `repair`: global accounts that have clusters on the account. */
  readonly owners: readonly string[]
}

/** All actions with what speaks against each, for whoever has the role, in the order of menus. */
export function listBindingActions(pooled: PooledBinding, context: QueryContext): readonly ActionOffer[] {
  // No selector finds it, so that it is labelled before anything is done to it.
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
