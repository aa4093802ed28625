import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { planAction } from '#lib/hap/actions/plan-action.ts'
import { bulkExclusion } from '#lib/hap/actions/plan-together.ts'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { factsReader } from '../bindings/known-facts.ts'
import type { QueryContext } from '../query-context.ts'
import { type Counted, Tally } from './tally.ts'

/** A binding of this console's namespace, as a selection names it. */
export interface Chosen {
  readonly kind: BindingKind
  readonly name: string
}

/** One action for a selection. */
export interface BulkOffer {
  readonly action: Action
  /** How many of the selection it can be done to. */
  readonly allowed: number
  /** Of these what is in the account may be lost, or somebody else may get it. */
  readonly dangerous: boolean
  /** Why it cannot be done to the others, the most frequent reason first. */
  readonly refusals: readonly Counted[]
}

const MOST_REASONS = 3
const ANYBODY = { reason: 'any', by: 'anybody' }

/** All actions with how many of a selection each can be done to, for whoever has the role, in the order of menus. */
export function bulkOffers(context: QueryContext, chosen: readonly Chosen[]): readonly BulkOffer[] {
  const { pools, namespace } = context.inventory
  const factsOf = factsReader(context)
  const known = chosen.map(({ kind, name }) => pools.get({ kind, namespace, name }))
  const facts = known.map(pooled => pooled && factsOf(pooled))
  return ACTIONS.map(action => {
    const refusals = new Tally()
    let [allowed, dangerous] = [0, false]
    for (const each of facts) {
      const planned = each && planAction(action, each, ANYBODY)
      const aside = each && bulkExclusion(action, each)
      if (planned?.allowed && aside === null) {
        allowed++
        dangerous ||= planned.plan.danger !== null
      } else refusals.add((planned?.allowed ? aside : planned?.reason) ?? GONE)
    }
    return { action, allowed, dangerous, refusals: refusals.top(MOST_REASONS) }
  })
}

/** Why nothing can be done to what the inventory does not have. */
export const GONE = 'It no longer exists.'
