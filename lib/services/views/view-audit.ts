import type { User } from '#lib/auth/session.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { brokenOff } from '#lib/services/audit/broken-off.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue } from '#lib/store/audit/entry.ts'
import type { ViewRow } from './view-row.ts'

/** What is done with views, as the audit log names it. */
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

/** The id of a view by its key; null for the key of anything else. */
export function viewOfTarget(key: string): string | null {
  return key.startsWith(VIEW) ? key.slice(VIEW.length) : null
}

interface ViewAudit {
  readonly audit: AuditLog
  readonly requestId: string | null
}

interface ViewStep {
  readonly action: ViewAction
  /** Null for one that does not come into being. */
  readonly id: string | null
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Does something to a view that others see, in one transaction. Throws what `act` throws, or AuditError, and then it is not done. */
export function auditedView<Result>(
  context: ViewAudit,
  user: User,
  step: ViewStep,
  act: () => Promise<Result>,
): Promise<Result> {
  return audited(
    context.audit,
    draftOf(context, user, step),
    async () => ({ outcome: 'accepted', detail: null, result: await act() }),
    brokenOff,
  )
}

/** What `act` answers; where it refuses, that is recorded. Throws what it throws, or AuditError. */
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

/** What of a view is worth to be kept. */
export function shown({ page, name, query, shared, ownerName }: Shown): {
  readonly [key: string]: JsonValue
} {
  return { page, name, query, shared, owner: ownerName }
}
