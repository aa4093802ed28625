import type { EndReason, NewSession, SessionLedger, SessionRow } from '#lib/auth/session-record.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Store } from './store.ts'

/** Maximum number of sessions of a user; a further one ends the oldest. */
export const MAX_SESSIONS = 20

/** Precision of the time of the last use. */
const USE_PRECISION_MS = 30_000

/**
 * Single statements run in a transaction, too: only then is their outcome known when the connection
 * breaks.
 */
const READ_COMMITTED = { isolation: 'read-committed' } as const

interface SessionRecords extends SessionLedger {
  sweep(limits: Record<'idleMs' | 'longestMs' | 'keptMs', number>): Promise<void>
}

/** Sessions in the database. Everything throws StoreError. */
export function sessionRecords(store: Store): SessionRecords {
  const { db } = store
  return {
    /** Creates a session and ends the oldest beyond MAX_SESSIONS of the user. */
    async begin(session: NewSession): Promise<void> {
      await store.transaction(async tx => {
        await tx.signInSession.create({ data: session, select: { id: true } })
        const surplus = await tx.signInSession.findMany({
          where: { userId: session.userId, endedAt: null },
          orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
          skip: MAX_SESSIONS,
          select: { id: true },
        })
        for (const { id } of surplus) await endIn(tx, id, 'crowded', null)
      }, READ_COMMITTED)
    },

    async read(id: string): Promise<SessionRow | null> {
      const rows = await db.$queryRaw<SessionRow[]>`
        SELECT id, user_id AS "userId", user_name AS "userName", role, provider, issuer, ended_at IS NOT NULL AS ended,
          (EXTRACT(EPOCH FROM now() - created_at) * 1000)::float8 AS "ageMs",
          (EXTRACT(EPOCH FROM now() - used_at) * 1000)::float8 AS "idleMs",
          (EXTRACT(EPOCH FROM now() - confirmed_at) * 1000)::float8 AS "confirmedMs"
        FROM sign_in_session WHERE id = ${id}`
      return rows[0] ?? null
    },

    /** Records the use of a session, at most once in USE_PRECISION_MS. */
    async use({ id, idleMs }: Pick<SessionRow, 'id' | 'idleMs'>): Promise<void> {
      if (idleMs < USE_PRECISION_MS) return
      await db.$executeRaw`
        UPDATE sign_in_session SET used_at = now()
        WHERE id = ${id} AND ended_at IS NULL AND used_at < now() - ${USE_PRECISION_MS} * interval '1 millisecond'`
    },

    /** Ends a session. Returns whether it was active. */
    async end(id: string, reason: EndReason, by: string | null): Promise<boolean> {
      return store.transaction(tx => endIn(tx, id, reason, by), READ_COMMITTED)
    },

    /**
     * Acquires the turn to check a session with the identity provider. Returns its tokens; null
     * while another process has the turn.
     */
    async takeTurn(id: string, forMs: number): Promise<{ readonly sealed: string | null } | null> {
      const rows = await db.$queryRaw<{ sealed: string | null }[]>`
        UPDATE sign_in_session SET asking_until = now() + ${forMs} * interval '1 millisecond'
        WHERE id = ${id} AND ended_at IS NULL AND (asking_until IS NULL OR asking_until < now())
        RETURNING sealed`
      return rows[0] ?? null
    },

    /** Stores role and tokens after the identity provider confirmed a session. */
    async confirm(id: string, role: string, sealed: string): Promise<void> {
      await db.$executeRaw`
        UPDATE sign_in_session SET role = ${role}, sealed = ${sealed}, confirmed_at = now(), asking_until = NULL
        WHERE id = ${id} AND ended_at IS NULL`
    },

    /** Those of the sessions that ended or do not exist. */
    async endedOf(ids: readonly string[]): Promise<readonly string[]> {
      const where = { id: { in: [...ids] }, endedAt: null }
      const alive = new Set((await db.signInSession.findMany({ where, select: { id: true } })).map(({ id }) => id))
      return ids.filter(id => !alive.has(id))
    },

    /**
     * Ends sessions past a limit and deletes those that ended `keptMs` ago. Those of creators of valid tokens stay, without
     * address and browser, since they show whether the identity provider confirms the creator.
     */
    async sweep({ idleMs, longestMs, keptMs }: Record<'idleMs' | 'longestMs' | 'keptMs', number>): Promise<void> {
      await db.$executeRaw`
        UPDATE sign_in_session SET ended_at = now(), sealed = NULL,
          end_reason = CASE WHEN created_at < now() - ${longestMs} * interval '1 millisecond' THEN 'too-old' ELSE 'idle' END
        WHERE ended_at IS NULL AND (created_at < now() - ${longestMs} * interval '1 millisecond'
          OR used_at < now() - ${idleMs} * interval '1 millisecond')`
      await db.$executeRaw`
        DELETE FROM sign_in_session WHERE ended_at < now() - ${keptMs} * interval '1 millisecond'
          AND NOT EXISTS (SELECT FROM api_token
            WHERE creator = user_id AND revoked_at IS NULL AND expires_at > now())`
      await db.$executeRaw`
        UPDATE sign_in_session SET address = NULL, browser = NULL
        WHERE ended_at < now() - ${keptMs} * interval '1 millisecond' AND (address IS NOT NULL OR browser IS NOT NULL)`
    },
  }
}

/** Ends a session within a transaction. Returns whether it was active. */
async function endIn(tx: Db, id: string, reason: EndReason, by: string | null): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE sign_in_session SET ended_at = now(), end_reason = ${reason}, ended_by = ${by}, sealed = NULL
    WHERE id = ${id} AND ended_at IS NULL`
  return count > 0
}
