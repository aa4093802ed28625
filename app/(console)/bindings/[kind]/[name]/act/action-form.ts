import { type Action, REASON_SLOT } from '#lib/hap/actions/action.ts'
import { isDoneTogether } from '#lib/hap/actions/plan-together.ts'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { SeenBinding } from '#lib/services/actions/action-view.ts'

/** What somebody said about an action. */
export interface ActionForm {
  readonly reason: string
  readonly ticket: string
  /** `hold`: RFC 3339, null = until somebody ends it, undefined = not said yet. */
  readonly until: string | null | undefined
  readonly labels: LabelChoice
  /** The name of the binding, typed to confirm. */
  readonly confirmed: string
}

/** The part of an order that a preview depends on. */
export function plannedOrder(action: Action, { until, labels }: Pick<ActionForm, 'until' | 'labels'>) {
  return {
    reason: REASON_SLOT,
    ...(action === 'hold' && { until: until ?? null }),
    ...(action === 'repair' && { labels }),
  }
}

/** The same with what is recorded, for the bindings as they were seen. */
export function finalOrder(action: Action, form: ActionForm, { now, others }: Decided) {
  const [reason, ticket] = [form.reason.trim(), form.ticket.trim()]
  const together = others.map(other => ({ binding: other.binding, ...seenOf(other.now) }))
  return {
    ...plannedOrder(action, form),
    reason,
    ticket,
    ...seenOf(now),
    ...(isDoneTogether(action) && { together }),
  }
}

type Seen = Pick<SeenBinding, 'resourceVersion' | 'annotations'>

interface Decided {
  readonly now: Seen
  readonly others: readonly { readonly binding: BindingRef; readonly now: Seen }[]
}

function seenOf(seen: Seen) {
  return { seenVersion: seen.resourceVersion, seenEpoch: epochOf(seen) }
}

/** A line of a preview with the reason as it is typed so far. */
export function withReason<Line extends { readonly value: string }>(line: Line, reason: string): Line {
  return { ...line, value: line.value.replace(REASON_SLOT, slot => reason.trim() || slot) }
}

/** A reason is one line, also one that was pasted. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
