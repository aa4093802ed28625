import { isToken } from '#lib/auth/api-token.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleRefusal } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Sessions } from '#lib/auth/sessions.ts'
import { stepUpRefusal } from '#lib/auth/sign-in-time.ts'
import { parseInput, ReasonInput } from '#lib/services/reason-input.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { attemptDraft, audited, failedOutcome, recorded } from './audit/audited.ts'
import { RefusedError } from './refused-error.ts'

/** Name of the action in the audit log. */
export const END_SESSION = 'end session'

const SESSION = 'Session/'

interface SessionContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly sessions: Pick<Sessions, 'end'>
}

interface SessionCall {
  readonly user: User
  readonly requestId: string | null
  readonly id: string
  readonly input: unknown
  /** When the user signed in, in milliseconds since 1970; null if unknown. */
  readonly signedInAt: number | null
}

/** Key of a session among the targets of the audit log. */
export function sessionTarget(id: string): string {
  return SESSION + id
}

/** The id of a session by its key; null for another key. */
export function sessionOfTarget(key: string): string | null {
  return key.startsWith(SESSION) ? key.slice(SESSION.length) : null
}

/**
 * Ends a session after a recent sign-in: the user's own, or as an admin any. Every process refuses
 * the session from then on. Throws RefusedError, AuditError, StoreError.
 */
export async function endSession({ store, audit, sessions }: SessionContext, call: SessionCall): Promise<void> {
  const { user, requestId, id, input, signedInAt } = call
  const draft = attemptDraft(END_SESSION, { user, requestId }, [sessionTarget(id)])
  const { order, session } = await recorded({ audit }, draft, async () => {
    const found = await sessionById(store, id)
    if (isToken(user)) throw new RefusedError(403, 'A token cannot end a session. Sign in to do so.')
    const obstacle = found?.userId === user.id ? null : roleRefusal(user.role, NEEDED_ROLES.sessions)
    if (obstacle !== null) throw new RefusedError(403, obstacle)
    const again = stepUpRefusal(user, signedInAt, store.now())
    if (again !== null) throw new RefusedError(403, again)
    const order = parseInput(ReasonInput, input)
    if (found === null) throw new RefusedError(404, 'There is no such session any more.')
    if (found.endedAt !== null) throw new RefusedError(409, 'This session has ended already.')
    return { order, session: found }
  })
  const before = { user: session.userName, role: session.role, since: session.createdAt.toISOString() }
  await audited(
    audit,
    { ...draft, ...order, before, after: { ended: true } },
    async () => {
      const ended = await sessions.end(id, 'ended', user.name)
      return { outcome: 'accepted', detail: ended ? null : 'The session had already ended.', result: undefined }
    },
    failedOutcome,
  )
}

/** A user who may not end the session must not learn whether it exists. */
async function sessionById({ db }: Store, id: string) {
  if (!/^[\w-]{1,64}$/.test(id)) return null
  const select = { userId: true, userName: true, role: true, createdAt: true, endedAt: true } as const
  return db.signInSession.findUnique({ where: { id }, select })
}
