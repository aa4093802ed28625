import type { Action } from '#lib/hap/actions/action.ts'
import { planAction } from '#lib/hap/actions/plan-action.ts'
import { factsReader } from '../bindings/known-facts.ts'
import type { QueryContext } from '../query-context.ts'
import type { Chosen } from './bulk-offers.ts'

const ANYBODY = { reason: 'any', by: 'anybody' }

interface Order {
  readonly action: Action
  readonly targets: readonly (Chosen & { readonly seenVersion: string })[]
  /** End of a hold, RFC 3339; null = until somebody ends it. */
  readonly until: string | null
}

const UNSURE = 'Some bindings are not as they were seen, or do not allow it now, so it may be dangerous.'

/** Why an action on bindings at some versions is dangerous, as a sentence; null when it is known of each that it is not. */
export function bulkDanger(context: QueryContext, { action, targets, until }: Order): string | null {
  const { pools, namespace } = context.inventory
  const factsOf = factsReader(context)
  const input = { ...ANYBODY, until: until === null ? null : Date.parse(until) }
  let unsure = false
  for (const { kind, name, seenVersion } of targets) {
    const pooled = pools.get({ kind, namespace, name })
    const isSeen = pooled?.binding.resourceVersion === seenVersion
    const planned = pooled && isSeen ? planAction(action, factsOf(pooled), input) : null
    if (!planned?.allowed) unsure = true
    else if (planned.plan.danger !== null) return planned.plan.danger
  }
  return unsure ? UNSURE : null
}
