import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { planAction } from '#lib/hap/actions/plan-action.ts'
import { bulkExclusion } from '#lib/hap/actions/plan-together.ts'
import { type BindingKind, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { QueryContext } from '../query-context.ts'
import { createFactsReader } from './action-facts.ts'

/** A selected binding in the namespace of the console. */
export interface SelectedBinding {
  readonly kind: BindingKind
  readonly name: string
}

/** One action for a selection. */
export interface BulkOffer {
  readonly action: Action
  /** Number of selected bindings that allow the action. */
  readonly allowed: number
  /** Whether the action can destroy data or move an account to another global account. */
  readonly dangerous: boolean
  /** Reasons of refusals, most frequent first. */
  readonly refusals: readonly Counted[]
}

const MAX_REASONS = 3
const PLACEHOLDER_INPUT = { reason: 'any', by: 'anybody' }

/**
 * Counts for each action, in the order of menus, how many selected bindings allow it. The user's
 * role is not considered.
 */
export function listBulkOffers(context: QueryContext, chosen: readonly SelectedBinding[]): readonly BulkOffer[] {
  const { pools, namespace } = context.inventory
  const factsOf = createFactsReader(context)
  const known = chosen.map(({ kind, name }) => ({ kind, namespace, name }))
  const facts = known.map(ref => {
    const pooled = pools.get(ref)
    return pooled ? factsOf(pooled) : absenceOf(context, ref)
  })
  return ACTIONS.map(action => {
    const refusals = new Tally()
    let [allowed, dangerous] = [0, false]
    for (const each of facts) {
      if (typeof each === 'string') {
        refusals.add(each)
        continue
      }
      const planned = planAction(action, each, PLACEHOLDER_INPUT)
      const refusal = planned.allowed ? bulkExclusion(action, each) : planned.reason
      if (planned.allowed && refusal === null) {
        allowed++
        dangerous ||= planned.plan.danger !== null
      } else if (refusal !== null) refusals.add(refusal)
    }
    return { action, allowed, dangerous, refusals: refusals.top(MAX_REASONS) }
  })
}

/** Refusal for a binding that left the inventory. */
export const NO_LONGER_EXISTS = 'No longer exists.'

/** Refusal for a selected binding without labels of HAP, or one that left the inventory. */
export function absenceOf({ inventory }: Pick<QueryContext, 'inventory'>, ref: BindingRef): string {
  return inventory.binding(bindingKey(ref)) === null ? NO_LONGER_EXISTS : 'No HAP labels.'
}

/** A sentence with its number of occurrences. */
export interface Counted {
  readonly text: string
  readonly count: number
}

/** Counts equal texts. */
export class Tally {
  readonly #counts = new Map<string, number>()

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1)
  }

  /** Returns the `limit` most frequent texts. */
  top(limit: number): readonly Counted[] {
    return [...this.#counts]
      .map(([text, count]) => ({ text, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, limit)
  }
}

interface Order {
  readonly action: Action
  readonly targets: readonly (SelectedBinding & { readonly seenVersion: string })[]
  /** End of a hold, RFC 3339; null = no end. */
  readonly until: string | null
}

const UNKNOWN_DANGER = 'Some bindings have changed or do not currently allow this action, so it may be dangerous.'

/**
 * Returns why an action on bindings at given versions is dangerous; null when it is safe for each
 * of them. A changed binding counts as dangerous.
 */
export function findBulkDanger(context: QueryContext, { action, targets, until }: Order): string | null {
  const { pools, namespace } = context.inventory
  const factsOf = createFactsReader(context)
  const input = { ...PLACEHOLDER_INPUT, until: until === null ? null : Date.parse(until) }
  let unsure = false
  for (const { kind, name, seenVersion } of targets) {
    const pooled = pools.get({ kind, namespace, name })
    const isSeen = pooled?.binding.resourceVersion === seenVersion
    const planned = pooled && isSeen ? planAction(action, factsOf(pooled), input) : null
    if (!planned?.allowed) unsure = true
    else if (planned.plan.danger !== null) return planned.plan.danger
  }
  return unsure ? UNKNOWN_DANGER : null
}
