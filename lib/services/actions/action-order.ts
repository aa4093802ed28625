import { z } from 'zod'
import type { Priority } from '#lib/garden/writes/write-queue.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import type { Remembered } from '#lib/hap/lifecycle/identity.ts'
import { BINDING_KINDS, BINDING_NAME, type BindingRef } from '#lib/hap/pools/binding.ts'
import { LABEL_NAMES } from '#lib/hap/pools/labels.ts'
import { isOneLine } from '#lib/hap/text/text.ts'
import { Reason, Ticket } from '#lib/services/reason-input.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import type { ActionResult } from './action-result.ts'

/** What somebody wants done to one binding. */
export interface ActionOrder {
  readonly action: Action
  readonly binding: BindingRef
  readonly reason: string
  readonly ticket: string | null
  /** `hold`: milliseconds since 1970; null = until somebody ends it. */
  readonly until: number | null
  /** `repair`: what only a person can tell. */
  readonly labels: LabelChoice
  /** `confirm-clean`, `undo-dirty`: the other dirty bindings of the account it is done to too, all of them; null = it waits on hold for them. */
  readonly together: readonly SeenRef[] | null
  /** Version the person saw; null = whatever it is now. */
  readonly seenVersion: string | null
  /** The same of its epoch, which tells of selections. */
  readonly seenEpoch: number | null
}

/** Another binding as the person saw it. */
interface SeenRef extends Pick<ActionOrder, 'binding' | 'seenVersion' | 'seenEpoch'> {}

export type RememberedBindings = ReadonlyMap<string, Remembered>

/** How it is to be done. */
export interface ActionOptions {
  readonly requestId: string | null
  /** When the user proved who they are, in milliseconds since 1970; null, or not there, where that is not known. */
  readonly signedInAt?: number | null
  /** Who is recorded; default: the user. */
  readonly actor?: Actor
  /** What a job or a proposal remembers of bindings beside their names, by bindingKey; none for an order that names a binding now. */
  readonly remembered?: RememberedBindings
  /** Default: that of a person at a page. */
  readonly priority?: Extract<Priority, 'action' | 'bulk'>
  /** Why an attempt before it came to nothing, as it was recorded: the same reason is not recorded again. */
  readonly recorded?: string | null
  /** Gives up while a write waits for its turn. */
  readonly signal?: AbortSignal
  /** Called with the number of shoots when they are listed before the write, and with null when they are. */
  readonly onList?: (shoots: number | null) => void
  /**
   * With it the action answers when it is written, though the shoots may still be checked; called with the final result of such an
   * action. Default: the action answers when everything is checked.
   */
  readonly onSettled?: (result: ActionResult) => void
}

const Place = z.strictObject({
  kind: z.enum(BINDING_KINDS),
  namespace: z.string().min(1).max(63),
  name: z.string().regex(BINDING_NAME, { error: 'must be the name of a binding' }),
})

/** The version of a binding somebody decided on, which is Gardener's word. */
export const SeenVersion = z.string().regex(/^[\x21-\x7e]{1,64}$/, { error: 'must be the version of a binding' })

/** What every action is asked with. */
export const PlainInput = z.strictObject({
  binding: Place,
  // An annotation of the binding holds the reason.
  reason: Reason.refine(isOneLine, 'is one line of text'),
  ticket: Ticket,
  seenVersion: SeenVersion.nullish(),
  seenEpoch: z.int().min(0).nullish(),
})

export const HoldInput = PlainInput.extend({
  until: z.iso
    .datetime({ error: 'The end of a hold is a time such as 2026-12-01T12:00:00Z.' })
    .transform(text => Date.parse(text))
    .nullish(),
})

export const TogetherInput = PlainInput.extend({
  together: z
    .array(z.strictObject({ binding: Place, seenVersion: SeenVersion, seenEpoch: z.int().min(0) }))
    .max(20)
    .nullish(),
})

export const RepairInput = PlainInput.extend({
  labels: z
    .partialRecord(z.enum(LABEL_NAMES), z.string().max(63, { error: 'A label has at most 63 characters.' }).nullable())
    .optional(),
})

export type ActionInput = z.output<typeof PlainInput> &
  Partial<Pick<z.output<typeof HoldInput>, 'until'>> &
  Partial<Pick<z.output<typeof TogetherInput>, 'together'>> &
  Partial<Pick<z.output<typeof RepairInput>, 'labels'>>

export function orderOf(action: Action, input: ActionInput): ActionOrder {
  const { binding, reason, ticket = null, until = null, labels = {}, together = null } = input
  const { seenVersion = null, seenEpoch = null } = input
  return { action, binding, reason, ticket, seenVersion, seenEpoch, until, labels, together }
}
