import { type Action, REASON_SLOT } from '#lib/hap/actions/action.ts'
import { isDoneTogether } from '#lib/hap/actions/plan-together.ts'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { SeenBinding } from '#lib/services/actions/action-view.ts'

/** Form input of an action. */
export interface ActionForm {
  readonly reason: string
  readonly ticket: string
  /** `hold`: RFC 3339; null = until a person ends it, undefined = not chosen yet. */
  readonly until: string | null | undefined
  readonly labels: LabelChoice
  /** Name of the binding, typed to confirm. */
  readonly confirmed: string
}

/**
 * The part of an order that a preview depends on. A slot replaces the reason, so that typing needs
 * no new preview.
 */
export function plannedOrder(action: Action, { until, labels }: Pick<ActionForm, 'until' | 'labels'>) {
  return {
    reason: REASON_SLOT,
    ...(action === 'hold' && { until: until ?? null }),
    ...(action === 'repair' && { labels }),
  }
}

/** The complete order, with reason and ticket, for the versions of the bindings that were shown. */
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

/** Inserts the reason typed so far into a line of a preview. */
export function withReason<Line extends { readonly value: string }>(line: Line, reason: string): Line {
  return { ...line, value: line.value.replace(REASON_SLOT, slot => reason.trim() || slot) }
}

/** Replaces control characters, because a pasted reason may have several lines. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
