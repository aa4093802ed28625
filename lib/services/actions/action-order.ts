import { z } from 'zod'
import { ROLES } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import type { Priority } from '#lib/garden/writes/write-queue.ts'
import { ACTION_LABELS, ACTIONS, type Action, parseAction } from '#lib/hap/actions/action.ts'
import type { Preconditions } from '#lib/hap/actions/diff.ts'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import type { StoredIdentity } from '#lib/hap/lifecycle/identity.ts'
import { BINDING_KINDS, BINDING_NAME, type BindingRef } from '#lib/hap/pools/binding.ts'
import { LABEL_NAMES } from '#lib/hap/pools/labels.ts'
import { isOneLine } from '#lib/hap/text.ts'
import { Reason, Ticket } from '#lib/services/reason-input.ts'
import type { Actor } from '#lib/store/audit/entry.ts'
import type { ActionResult } from './action-result.ts'

/** One action on one binding, as ordered. */
export interface ActionOrder extends Preconditions {
  readonly action: Action
  readonly binding: BindingRef
  readonly reason: string
  readonly ticket: string | null
  /** `hold`: its end in milliseconds since 1970; null for no end. */
  readonly until: number | null
  /** `repair`: label values that cannot be derived and that the user chooses. */
  readonly labels: LabelChoice
  /**
   * `confirm-clean`, `undo-dirty`: all other dirty bindings of the account, to change together with
   * this one. Null: this binding waits on hold for the others.
   */
  readonly together: readonly SeenRef[] | null
}

/** Another binding, as the user saw it. */
interface SeenRef extends Pick<ActionOrder, 'binding'>, Preconditions {}

export type RememberedBindings = ReadonlyMap<string, StoredIdentity>

/** How an action runs and is recorded. */
export interface ActionOptions {
  readonly requestId: string | null
  /** When the user signed in, in milliseconds since 1970; null or absent if unknown. */
  readonly signedInAt?: number | null
  /** The actor of the audit records; default: the user. */
  readonly actor?: Actor
  /**
   * What a job or proposal stored about bindings when it was created, by bindingKey: it proves that
   * a name still means the same object. Absent for orders that come straight from a user.
   */
  readonly remembered?: RememberedBindings
  /** Default: the priority of a user at a page. */
  readonly priority?: Extract<Priority, 'action' | 'bulk'>
  /** The recorded reason of the previous failed attempt. The same reason is not recorded twice. */
  readonly recorded?: string | null
  /** Cancels an action that waits for its turn to write. */
  readonly signal?: AbortSignal
  /** Called with the number of shoots when listing them starts, and with null when it ends. */
  readonly onList?: (shoots: number | null) => void
  /**
   * If set, the action returns once it is written, even if the check of the shoots still runs;
   * `onSettled` then receives the final result. Default: the action returns after the check.
   */
  readonly onSettled?: (result: ActionResult) => void
}

const BindingInput = z.strictObject({
  kind: z.enum(BINDING_KINDS),
  namespace: z.string().min(1).max(63),
  name: z.string().regex(BINDING_NAME, { error: 'must be the name of a binding' }),
})

/** The resourceVersion of a binding; opaque, so only its characters are checked. */
export const SeenVersion = z.string().regex(/^[\x21-\x7e]{1,64}$/, { error: 'must be the version of a binding' })

/** The uid and account of a binding; opaque, so only their characters are checked. */
const SeenIdentity = z.strictObject({
  uid: z
    .string()
    .regex(/^[\x21-\x7e]{1,64}$/, { error: 'must be the uid of a binding' })
    .nullable(),
  account: z.string().regex(/^[\x21-\x7e]{1,600}$/, { error: 'must be an account in the form Secret/namespace/name' }),
})

/** The input that all actions share. */
export const PlainInput = z.strictObject({
  binding: BindingInput,
  // The reason becomes an annotation of the binding.
  reason: Reason.refine(isOneLine, 'must be one line of text'),
  ticket: Ticket,
  seenVersion: SeenVersion.nullish(),
  seenEpoch: z.int().min(0).nullish(),
  seenIdentity: SeenIdentity.nullish(),
})

export const HoldInput = PlainInput.extend({
  until: z.iso
    .datetime({ error: 'The end of a hold must be a time such as 2026-12-01T12:00:00Z.' })
    .transform(text => Date.parse(text))
    .nullish(),
})

export const TogetherInput = PlainInput.extend({
  together: z
    .array(
      z.strictObject({
        binding: BindingInput,
        seenVersion: SeenVersion,
        seenEpoch: z.int().min(0),
        seenIdentity: SeenIdentity.nullish(),
      }),
    )
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
  const { binding, reason, ticket = null, until = null, labels = {} } = input
  const { seenVersion = null, seenEpoch = null, seenIdentity = null } = input
  const together = input.together?.map(other => ({ ...other, seenIdentity: other.seenIdentity ?? null })) ?? null
  return { action, binding, reason, ticket, seenVersion, seenEpoch, seenIdentity, until, labels, together }
}

/** The lowest role that may do any action. */
const LEAST = ROLES.find(role => ACTIONS.some(action => ACTION_LABELS[action].role === role)) ?? 'admin'

/**
 * Why the user's role does not permit an action, as a sentence; null if it does. For an unknown
 * action: whether the user may do any.
 */
export function actionRefusal(user: Pick<User, 'id' | 'role'>, asked: unknown): string | null {
  const action = parseAction(asked)
  return userRefusal(user, action === null ? LEAST : ACTION_LABELS[action].role)
}
