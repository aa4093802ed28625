import { type AccountCluster, ownersOf } from '../lifecycle/account-clusters.ts'
import { applyChange, type BindingChange, changeOf, formatTimestamp } from '../lifecycle/change.ts'
import {
  cleanedChange,
  cleanedHoldChange,
  cleanNowChange,
  dirtyChange,
  liftChange,
  quarantineChange,
} from '../lifecycle/cleaning.ts'
import { holdChange, holdEndRefusal } from '../lifecycle/hold.ts'
import { restoredReason } from '../lifecycle/identity.ts'
import { isNarrowing } from '../lifecycle/narrowing.ts'
import { ANNOTATIONS } from '../pools/binding.ts'
import { HELD } from '../pools/labels.ts'
import { type PooledBinding, pooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { countNoun, formatList } from '../text.ts'
import type { Action } from './action.ts'
import { dangerOf } from './action-table.ts'
import { consequenceOf } from './consequence.ts'
import { type DiffLine, diffOf } from './diff.ts'
import { type ActionFacts, dirtySiblings, stateOf } from './facts.ts'
import { judge } from './judge.ts'
import { endHoldChange, undoChange } from './previous-state.ts'
import { type LabelChoice, repairOf } from './repair.ts'

/** Input of a person for an action. */
export interface ActionInput {
  readonly reason: string
  /** The acting user, for the evidence of `confirm-clean`. */
  readonly by: string
  /** `hold`: end in milliseconds since 1970; null or absent for a hold without an end. */
  readonly until?: number | null
  /** `repair`: values of labels that have no unambiguous repair. */
  readonly labels?: LabelChoice
}

export interface ActionPlan {
  readonly action: Action
  readonly change: BindingChange
  readonly diff: readonly DiffLine[]
  readonly before: BindingState
  readonly after: BindingState
  /** Sentences. */
  readonly consequence: readonly string[]
  /** Why the action is dangerous, as a sentence; null when it is not. */
  readonly danger: string | null
  readonly clusters: readonly AccountCluster[]
  /**
   * Whether the user must type the binding's name: the action is dangerous or clusters use the
   * account.
   */
  readonly typeToConfirm: boolean
}

type Planned = { readonly allowed: true; readonly plan: ActionPlan } | Refused

interface Refused {
  readonly allowed: false
  /** Sentence. */
  readonly reason: string
}

/**
 * Plans an action on a binding: its change, diff and consequences, or the reason why it is not
 * allowed.
 */
export function planAction(action: Action, facts: ActionFacts, input: ActionInput): Planned {
  const verdict = judge(action, facts)
  if (!verdict.allowed) return verdict
  const change = changeFor(action, facts, input)
  if (typeof change === 'string') return { allowed: false, reason: change }
  const { binding } = facts.pooled
  if (binding.doubt !== undefined && !isNarrowing(binding, change))
    return { allowed: false, reason: restoredReason(binding.name) }
  const changed = pooledBinding(applyChange(binding, change))
  if (changed === null) throw new Error(`${action} would take ${binding.name} out of HAP`)
  const [before, after] = [stateOf(facts), stateAt(changed, facts.at)]
  const danger =
    dangerOf(before, laterState(action, facts, input) ?? after) ?? mixedOwnersWarning(action, facts, changed, after)
  return {
    allowed: true,
    plan: {
      action,
      change,
      diff: diffOf(binding, change),
      before,
      after,
      consequence: consequenceOf(action, facts, { before, after, changed }),
      danger,
      clusters: facts.clusters,
      typeToConfirm: danger !== null || facts.clusters.length > 0,
    },
  }
}

/** State that follows later without another action; null when there is none. */
function laterState(action: Action, facts: ActionFacts, { until = null }: ActionInput): BindingState | null {
  // A clean account that is held for other bindings becomes free once these are clean.
  if (action === 'confirm-clean') return 'free'
  const { binding, labels } = facts.pooled
  if (action !== 'hold' || labels.dirty !== HELD || until === null) return null
  // Moving the end of a hold forward has the effect of ending it.
  const before = binding.annotations[ANNOTATIONS.holdUntil]
  if (before !== undefined && Date.parse(before) <= until) return null
  const ended = pooledBinding(applyChange(binding, endHoldChange(facts)))
  return ended && stateAt(ended, facts.at)
}

/**
 * Warning for a repair that assigns an account to one of several global accounts with clusters on
 * it; null otherwise.
 */
function mixedOwnersWarning(
  action: Action,
  { pooled, clusters }: ActionFacts,
  { labels }: PooledBinding,
  after: BindingState,
) {
  if (action !== 'repair' || after !== 'claimed' || labels.tenantName === pooled.labels.tenantName) return null
  const others = ownersOf(clusters).filter(owner => owner !== labels.tenantName)
  if (others.length === 0) return null
  return `Clusters of ${formatList(others)} run on it too: ${labels.tenantName} will share the account with ${others.length === 1 ? 'it' : 'them'}.`
}

/** Computes the change of an allowed action; a string is what the input lacks. */
function changeFor(action: Action, facts: ActionFacts, input: ActionInput): BindingChange | string {
  const { pooled, at } = facts
  const { binding } = pooled
  if (input.reason.trim() === '') return 'Enter a reason.'
  switch (action) {
    case 'release':
    case 'mark-dirty':
      return dirtyChange(binding, at)
    case 'undo-dirty':
      return undoChange(facts)
    case 'start-cleaning':
      return cleanNowChange(binding, at)
    case 'confirm-clean':
      return (dirtySiblings(facts).length > 0 ? cleanedHoldChange : cleanedChange)(binding, evidence(facts, input), at)
    case 'hold': {
      const until = input.until ?? null
      const ended = holdEndRefusal(until, at)
      if (ended !== null) return ended
      return holdChange(binding, { reason: input.reason.trim(), until }, at)
    }
    case 'unhold':
      return endHoldChange(facts)
    case 'quarantine':
      return quarantineChange(binding, at)
    case 'lift':
      return liftChange(binding, at)
    case 'mark-internal':
      return changeOf(binding, { labels: { internal: 'true' }, notes: { stateSince: formatTimestamp(at) } })
    case 'unmark-internal':
      return changeOf(binding, { labels: { internal: null }, notes: { stateSince: formatTimestamp(at) } })
    case 'repair': {
      const repair = repairOf(facts, input.labels ?? {})
      if ('reason' in repair) return repair.reason
      if ('undecided' in repair) return `Choose a value for ${repair.undecided.join(' and ')}.`
      // Cleaning annotations have no meaning without dirty=true; stale ones must not become valid
      // again.
      const stale = pooled.labels.dirty === 'true' ? {} : { state: null, dirtyFrom: null, cleanNow: null }
      return changeOf(binding, { labels: repair.labels, notes: { stateSince: formatTimestamp(at), ...stale } })
    }
  }
}

function evidence({ clusters, at }: ActionFacts, { by, reason }: ActionInput): string {
  return `confirmed by ${by} at ${formatTimestamp(at)}: ${reason.trim()}; ${countNoun(clusters.length, 'cluster')} known`
}
