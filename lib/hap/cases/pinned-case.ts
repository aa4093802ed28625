import type { Pool } from '../pools/pool.ts'
import type { Request } from '../request.ts'

/**
 * What has to come of a request; a rule is compared by what it says, a selector by its requirements, in any order. `no-rule`: none fits,
 * as for a plan that does not exist. `refused`: one fits, and the request cannot be served for itself.
 */
export type Expectation =
  | { readonly kind: 'rule'; readonly rule: string }
  | { readonly kind: 'pool'; readonly pool: Pool }
  | { readonly kind: 'selector'; readonly selector: string }
  | { readonly kind: 'no-rule' }
  | { readonly kind: 'refused' }

export type ExpectationKind = Expectation['kind']

/** A request with what must hold for it under every ruleset that is published. Names are unique within a list. */
export interface PinnedCase {
  readonly name: string
  /** An empty provider is the first one of the plan; an empty global account is anybody. */
  readonly request: Request
  readonly expected: Expectation
}
