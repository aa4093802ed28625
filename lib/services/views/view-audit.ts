import type { User } from '#lib/auth/session.ts'
import { audited } from '#lib/services/audit/audited.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { IntentDraft, JsonValue } from '#lib/store/audit/entry.ts'
import type { SavedView } from '#lib/store/generated/prisma/client.ts'
import { ViewError } from './view-error.ts'

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
  readonly id: string
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Does something to a view that others see. Throws what `act` throws, or AuditError, and then it is not done. */
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
    error => (error instanceof ViewError ? 'refused' : 'unknown'),
  )
}

/** Refuses to touch the view of somebody else, and records that. Throws ViewError, or AuditError. */
export async function refuseView(
  context: ViewAudit,
  user: User,
  { why, ...step }: { readonly action: ViewAction; readonly id: string; readonly why: string },
): Promise<never> {
  await context.audit.refused(draftOf(context, user, step), why)
  throw new ViewError(403, why)
}

function draftOf({ requestId }: ViewAudit, { name, role }: User, { id, ...step }: ViewStep): IntentDraft {
  return { actor: { name, role }, targets: [viewTarget(id)], reason: null, ticket: null, requestId, ...step }
}

type Shown = Pick<SavedView, 'page' | 'name' | 'query' | 'shared' | 'ownerName'>

/** What of a view is worth to be kept. */
export function shown({ page, name, query, shared, ownerName }: Shown): {
  readonly [key: string]: JsonValue
} {
  return { page, name, query, shared, owner: ownerName }
}
