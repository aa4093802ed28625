import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { isOneLine, isVisible } from '#lib/hap/text.ts'
import { formatInputProblems, INPUT_MESSAGES } from '#lib/input-problems.ts'
import { attemptDraft, audited, failedOutcome, recorded } from '#lib/services/audit/audited.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue } from '#lib/store/audit/entry.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import { MAX_SHARED_CHANGES } from './sharing-limit.ts'

/** Columns of a view that services and pages read. */
export const VIEW_COLUMNS = {
  id: true,
  owner: true,
  ownerName: true,
  page: true,
  name: true,
  query: true,
  shared: true,
} as const satisfies Prisma.SavedViewSelect

/** A view as stored. */
export type ViewRow = Prisma.SavedViewGetPayload<{ select: typeof VIEW_COLUMNS }>

const MAX_NAME = 60

const name = z
  .string()
  .trim()
  .min(1, { error: 'is required' })
  .refine(isVisible, { error: 'has nothing that can be seen' })
  .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
  .refine(isOneLine, { error: 'must be one line of text' })

export const NewView = z.strictObject({ page: z.string(), name, query: z.string(), shared: z.boolean().default(false) })

export const ViewChange = z
  .strictObject({ name, query: z.string(), shared: z.boolean() })
  .partial()
  .refine(change => Object.keys(change).length > 0, { error: 'names nothing to change' })

/** Parses a view from untrusted input; page and query are validated later. Throws RefusedError. */
export function parseNewView(input: unknown): z.output<typeof NewView> {
  return parsed(NewView, input)
}

/** Parses a change of a view's name, query or sharing. Throws RefusedError. */
export function parseViewChange(input: unknown): z.output<typeof ViewChange> {
  return parsed(ViewChange, input)
}

function parsed<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input, { error: INPUT_MESSAGES })
  if (!result.success) throw new RefusedError(400, formatInputProblems(result.error, 'view').join('; '))
  return result.data
}

/** Names of the actions on views in the audit log. */
export const VIEW_ENTRIES = {
  save: 'save view',
  share: 'share view',
  unshare: 'unshare view',
  change: 'change view',
  delete: 'delete view',
} as const

type ViewAction = (typeof VIEW_ENTRIES)[keyof typeof VIEW_ENTRIES]

const VIEW = 'View/'

/** Key of a view among the targets of the audit log. */
export function viewTarget(id: string): string {
  return VIEW + id
}

/** The id of a view by its key; null for another key. */
export function viewOfTarget(key: string): string | null {
  return key.startsWith(VIEW) ? key.slice(VIEW.length) : null
}

interface ViewAudit {
  readonly audit: AuditLog
  readonly requestId: string | null
}

interface SharedViewAudit extends ViewAudit {
  /** See createSharingLimit. */
  readonly mayChangeShared: (user: User) => boolean
}

const TOO_OFTEN = `You changed shared views ${MAX_SHARED_CHANGES} times within a minute. Wait a minute, then try again.`

interface ViewStep {
  readonly action: ViewAction
  /** Null if the view is not created. */
  readonly id: string | null
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/**
 * Changes a view that others see, in one transaction between two audit records. Throws the errors
 * of `act`, RefusedError after too many changes, or AuditError; then nothing is changed.
 */
export function auditedView<Result>(
  context: SharedViewAudit,
  user: User,
  step: ViewStep,
  act: () => Promise<Result>,
): Promise<Result> {
  if (!context.mayChangeShared(user))
    return recordedView(context, user, step, () => {
      throw new RefusedError(429, TOO_OFTEN)
    })
  return audited(
    context.audit,
    draftOf(context, user, step),
    async () => ({ outcome: 'accepted', detail: null, result: await act() }),
    failedOutcome,
  )
}

/**
 * Returns the result of `act`; a RefusedError of it is recorded. Throws the errors of `act`, or
 * AuditError.
 */
export function recordedView<Result>(
  context: ViewAudit,
  user: User,
  step: { readonly action: ViewAction; readonly id: string | null },
  act: () => Result | Promise<Result>,
): Promise<Result> {
  return recorded(context, draftOf(context, user, step), act)
}

function draftOf({ requestId }: ViewAudit, user: User, { id, ...step }: ViewStep): IntentDraft {
  const targets = id === null ? [] : [viewTarget(id)]
  return { ...attemptDraft(step.action, { user, requestId }, targets), ...step }
}

type Shown = Pick<ViewRow, 'page' | 'name' | 'query' | 'shared' | 'ownerName'>

/** The fields of a view that audit records store. */
export function viewFields({ page, name, query, shared, ownerName }: Shown): {
  readonly [key: string]: JsonValue
} {
  return { page, name, query, shared, owner: ownerName }
}
