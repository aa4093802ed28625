import type { Outcome, Refusal } from './decision.ts'

/**
 * Where rules lead a request, whatever the landscape holds: to a pool; nowhere, since no rule fits, as for a plan that does not exist; or
 * nowhere although one fits, since the request itself cannot be served.
 */
type Lead = 'pool' | 'no-rule' | 'refused'

interface Decided {
  /** Null when none matched. */
  readonly rule: unknown
  readonly outcome: { readonly kind: Outcome['kind']; readonly reason?: Refusal }
}

/** The one reading of a decision for cases, impact and pins. */
export function leadOf({ rule, outcome }: Decided): Lead {
  if (!rule) return 'no-rule'
  return outcome.kind === 'refused' && !OF_THE_LANDSCAPE.has(outcome.reason) ? 'refused' : 'pool'
}

/** Refusals for the state of a binding: the rule leads to its pool all the same. */
const OF_THE_LANDSCAPE: ReadonlySet<Refusal | undefined> = new Set(['unnamed-binding', 'own-unusable'])
