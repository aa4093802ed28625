import type { Binding } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'

/** What came of an action. Plain data; all texts are sentences. */
export type ActionResult =
  | Done
  /** What was asked is not in order. */
  | { readonly status: 'invalid'; readonly problems: readonly string[] }
  /** A rule or the role forbids it; or, with a time after which to try again, another change that is in progress. */
  | {
      readonly status: 'refused'
      readonly reason: string
      readonly now: Binding | null
      readonly retryAfterMs?: number
    }
  /** Whoever asked gave it up while it waited; nothing was written. */
  | { readonly status: 'cancelled'; readonly reason: string }
  /** It is not the binding that was seen any more: look again, and decide again. */
  | { readonly status: 'changed'; readonly reason: string; readonly now: Binding | null }
  /** Gardener or the database would not have it; nothing was written. `unanswered`: they did not answer, and the same may work once they do; `missing`: there is no such binding. */
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly retryAfterMs: number | null
      readonly unanswered?: true
      readonly missing?: true
    }
  /** A cluster came in at the same moment; the reason tells whether the change could be taken back. */
  | { readonly status: 'collided'; readonly reason: string; readonly now: Binding }
  /** Nobody knows yet whether it was written; it is looked up. */
  | { readonly status: 'unknown'; readonly reason: string }

/** The action was done. */
export interface Done {
  readonly status: 'done'
  readonly before: BindingState
  readonly after: BindingState
  readonly now: Binding
  /** What could not be made sure of; null when all was. */
  readonly note: string | null
  /** The shoots are still being checked for a cluster that arrived at the same moment: then the change is taken back. */
  readonly checking: boolean
}
