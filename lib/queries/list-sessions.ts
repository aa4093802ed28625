import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { mayActAs } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { Store } from '#lib/store/store.ts'

/** A sign-in as the page Sessions shows it; times are RFC 3339. */
export interface SessionView {
  readonly id: string
  readonly userName: string
  readonly role: string
  readonly address: string | null
  readonly browser: string | null
  readonly createdAt: string
  readonly usedAt: string
  /** Null while it lasts. */
  readonly endedAt: string | null
  readonly endReason: string | null
  readonly endedBy: string | null
}

/** Sessions of each kind that are listed at most: the latest. */
const MAX_LISTED = 200

const COLUMNS = {
  id: true,
  userName: true,
  role: true,
  address: true,
  browser: true,
  createdAt: true,
  usedAt: true,
  endedAt: true,
  endReason: true,
  endedBy: true,
} as const

/** Sessions that last, and those that ended lately: an admin's are everybody's, anybody else's their own. Throws StoreError. */
export async function listSessions({ db }: Pick<Store, 'db'>, user: User) {
  const whose = mayActAs(user.role, NEEDED_ROLES.sessions) ? {} : { userId: user.id }
  const [alive, ended] = await Promise.all([
    db.signInSession.findMany({
      where: { ...whose, endedAt: null },
      orderBy: [{ usedAt: 'desc' }, { id: 'asc' }],
      take: MAX_LISTED,
      select: COLUMNS,
    }),
    db.signInSession.findMany({
      where: { ...whose, endedAt: { not: null } },
      orderBy: [{ endedAt: 'desc' }, { id: 'asc' }],
      take: MAX_LISTED,
      select: COLUMNS,
    }),
  ])
  return { alive: alive.map(viewOf), ended: ended.map(viewOf) }
}

type Row = Omit<SessionView, 'createdAt' | 'usedAt' | 'endedAt'> & {
  readonly createdAt: Date
  readonly usedAt: Date
  readonly endedAt: Date | null
}

function viewOf({ createdAt, usedAt, endedAt, ...row }: Row): SessionView {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
