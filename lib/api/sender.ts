import { isToken, readBearer } from '#lib/auth/api-token.ts'
import type { Role } from '#lib/auth/roles.ts'
import { NotAuthorisedError, requireSession, signedInAt, type User } from '#lib/auth/session.ts'
import { userRefusal } from '#lib/auth/user-refusal.ts'
import { isReservedRequestId } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft } from '#lib/services/audit/audited.ts'
import { StreamSlots } from '#lib/util/concurrency.ts'

/** Id of a request for the audit log: the client's `x-request-id`, otherwise a generated one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')?.slice(0, 100)
  if (given && !isReservedRequestId(given)) return given
  const own = OWN.get(request) ?? crypto.randomUUID()
  OWN.set(request, own)
  return own
}

/** Generated ids. All records of a request share one. */
const OWN = new WeakMap<Request, string>()

type Asking = Parameters<typeof requireSession>[1]

/**
 * Authenticates an API request: by its token, or by its session without `Authorization: Bearer`. A
 * request with a token ignores cookies. `session` is the id of the session; null for a token. Throws
 * NotAuthorisedError, BadTokenError, StoreError.
 */
export async function senderOf(
  { headers }: Request,
  asking: Asking = {},
): Promise<{ readonly user: User; readonly session: string | null }> {
  const token = readBearer(headers)
  return token === null
    ? requireSession(runtime().auth, asking)
    : { user: await runtime().userOfToken(token), session: null }
}

/** Time of the sender's sign-in in milliseconds since 1970; null when unknown, and for a token. */
export async function signInOf(user: User): Promise<number | null> {
  return isToken(user) ? null : signedInAt(runtime().auth)
}

/**
 * Refuses and records a missing role before the rest of the request is validated. The function it
 * returns throws NotAuthorisedError or AuditError.
 */
export function requireRole(action: string, target: string, needed: Role) {
  return async ({ user, requestId }: { readonly user: User; readonly requestId: string }): Promise<void> => {
    const refusal = userRefusal(user, needed)
    if (refusal === null) return
    await runtime().audit.refused(attemptDraft(action, { user, requestId }, [target]), refusal)
    throw new NotAuthorisedError('role', needed, refusal)
  }
}

/**
 * Event streams and requests that follow a claim: at most 100 per person. Each costs a timer, and a share of every
 * change or a read per second.
 */
export const LIVE_CONNECTIONS = new StreamSlots(100)
