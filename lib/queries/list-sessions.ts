import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { ENDED_SESSION_MS } from '#lib/auth/session-record.ts'
import { userIdentityOf } from '#lib/auth/user-identity.ts'
import type { Store } from '#lib/store/store.ts'

/** A session for the page Sessions; times are RFC 3339. */
export interface SessionView {
  readonly id: string
  readonly userName: string
  readonly userIssuer: string | null
  readonly userSubject: string
  readonly role: string
  readonly address: string | null
  readonly browser: string | null
  readonly createdAt: string
  readonly usedAt: string
  /** Null for an active session. */
  readonly endedAt: string | null
  readonly endReason: string | null
  readonly endedBy: string | null
}

/** Maximum of active and of ended sessions; the latest ones. */
const MAX_LISTED = 200

const COLUMNS = {
  id: true,
  userId: true,
  userName: true,
  issuer: true,
  role: true,
  address: true,
  browser: true,
  createdAt: true,
  usedAt: true,
  endedAt: true,
  endReason: true,
  endedBy: true,
} as const

/**
 * Lists active and recently ended sessions: all of them for an admin, otherwise those of the user.
 * Throws StoreError.
 */
export async function listSessions({ db, now }: Pick<Store, 'db' | 'now'>, user: User) {
  const owner = mayActAs(user.role, NEEDED_ROLES.sessions) ? {} : { userId: user.id }
  const [alive, ended] = await Promise.all([
    db.signInSession.findMany({
      where: { ...owner, endedAt: null },
      orderBy: [{ usedAt: 'desc' }, { id: 'asc' }],
      take: MAX_LISTED,
      select: COLUMNS,
    }),
    db.signInSession.findMany({
      where: { ...owner, endedAt: { gt: new Date(now() - ENDED_SESSION_MS) } },
      orderBy: [{ endedAt: 'desc' }, { id: 'asc' }],
      take: MAX_LISTED,
      select: COLUMNS,
    }),
  ])
  return { alive: alive.map(viewOf), ended: ended.map(viewOf) }
}

type Row = Omit<SessionView, 'userIssuer' | 'userSubject' | 'createdAt' | 'usedAt' | 'endedAt'> & {
  readonly userId: string
  readonly issuer: string | null
  readonly createdAt: Date
  readonly usedAt: Date
  readonly endedAt: Date | null
}

function viewOf({ userId, issuer: rowIssuer, createdAt, usedAt, endedAt, ...row }: Row): SessionView {
  const { issuer, subject } = userIdentityOf({ id: userId, issuer: rowIssuer })
  return {
    ...row,
    userIssuer: issuer,
    userSubject: subject,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
