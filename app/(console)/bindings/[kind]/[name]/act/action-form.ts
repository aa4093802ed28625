import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { type Action, formatShootCheck, isDoneTogether, REASON_SLOT } from '#lib/hap/actions/action.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { PreviewView, SeenBinding } from '#lib/services/actions/action-preview.ts'
import { missingReason } from '../../../../reason-fields.tsx'

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

/** The complete order, with reason and ticket, for the objects and versions that were shown. */
export function finalOrder(action: Action, form: ActionForm, { now, others }: PlannedVersions) {
  const [reason, ticket] = [form.reason.trim(), form.ticket.trim()]
  const together = others.map(other => ({ binding: other.binding, ...preconditionsOf(other.now) }))
  return {
    ...plannedOrder(action, form),
    reason,
    ticket,
    ...preconditionsOf(now),
    ...(isDoneTogether(action) && { together }),
  }
}

type Seen = Omit<SeenBinding, 'labels'>

interface PlannedVersions {
  readonly now: Seen
  readonly others: readonly { readonly binding: BindingRef; readonly now: Seen }[]
}

/** Replaces control characters, because a pasted reason may have several lines. */
export function toSingleLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}

/** `incomplete`: the form lacks a choice that the preview needs. */
export type Preview = PreviewView | { readonly status: 'no-answer' | 'incomplete'; readonly reason: string }

/** The choice that a preview still needs, as a sentence; null when none is missing. */
export function missingChoice(
  { action, undecided }: Pick<ActionOffer, 'action' | 'undecided'>,
  { until, labels }: Pick<ActionForm, 'until' | 'labels'>,
): string | null {
  if (action === 'hold') return until === undefined ? 'Choose an end for the hold.' : null
  const open = undecided.filter(name => !Object.hasOwn(labels, name))
  return open.length === 0 ? null : `Choose a value for ${open.join(' and ')}.`
}

/**
 * Whether a hold would stay unchanged. Compares ends as times, because their notation may differ.
 */
export function isSameHold(
  hold: BindingDetail['hold'],
  { reason, until }: Pick<ActionForm, 'reason' | 'until'>,
): boolean {
  return (
    hold !== null && hold.reason === reason.trim() && until !== undefined && momentOf(hold.until) === momentOf(until)
  )
}

function momentOf(until: string | null): number | null {
  return until === null ? null : Date.parse(until)
}

interface Situation {
  /** Null before the first preview. */
  readonly preview: Preview | null
  /** Whether the preview is out of date. */
  readonly checking: boolean
  readonly name: string
  readonly form: ActionForm
  readonly writing: boolean
  /** Number of shoots being listed before the write; null while none are. */
  readonly listed: number | null
  readonly changed: boolean
  /** Whether the action would change nothing. */
  readonly same: boolean
  /** Why the action cannot be proposed, as a sentence; null when it can, or needs no proposal. */
  readonly proposed: string | null
}

/** Why an action cannot be sent yet, as a sentence; null when it can. */
export function getDisabledReason({
  name,
  form,
  preview,
  checking,
  writing,
  listed,
  changed,
  same,
  proposed,
}: Situation): string | null {
  if (listed !== null) return formatShootCheck(listed)
  if (writing) return 'Applying the change…'
  if (preview === null || checking) return 'Checking the change.'
  if (preview.status !== 'planned') return preview.reason
  if (changed) return 'Review the change first.'
  if (same) return 'Nothing has been changed.'
  if (preview.objection !== null) return preview.objection
  if (proposed !== null) return proposed
  const reasonProblem = missingReason(form.reason)
  if (reasonProblem !== null) return reasonProblem
  if (preview.typeToConfirm && form.confirmed.trim() !== name) return 'Enter the name of the binding to confirm.'
  return null
}

/**
 * Persists the draft of an action dialog in the tab, without the name typed to confirm. `key`
 * identifies the dialog.
 */
export function useActionForm(key: string, start: ActionForm) {
  return useTabForm(`hap-action ${key}`, start, { isForm, stored: form => ({ ...form, confirmed: '' }) })
}

function isForm(value: unknown): value is ActionForm {
  return typeof value === 'object' && value !== null && 'reason' in value && 'labels' in value
}
