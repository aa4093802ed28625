import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { tokenTarget } from '#lib/hap/audit/target.ts'
import { audited, failedOutcome } from '#lib/services/audit/audited.ts'
import { type AuditLog, CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { ENDED_BY, TOKEN_ENTRIES } from './token.ts'

/** A valid token of a user who is no longer an admin. */
interface FormerAdminToken {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly start: string
  readonly creatorName: string
}

/**
 * Finds valid tokens whose creator had no admin role when a session of the creator last read the groups. Sessions are
 * deleted 30 days after their end, so that this finds nothing about users who stay away.
 */
export const TOKENS_OF_FORMER_ADMINS = `
  SELECT token.id, token.name, token.role, token.start, token.creator_name AS "creatorName"
  FROM api_token AS token CROSS JOIN LATERAL (
    SELECT session.role, session.end_reason FROM sign_in_session AS session
    WHERE session.user_id = token.creator
      AND (token.creator_issuer IS NULL OR session.issuer IS NULL OR session.issuer = token.creator_issuer)
    ORDER BY GREATEST(session.confirmed_at, CASE WHEN session.end_reason = 'no-role' THEN session.ended_at END) DESC
    LIMIT 1
  ) AS latest
  WHERE token.revoked_at IS NULL AND token.expires_at > now()
    AND (latest.role <> '${NEEDED_ROLES.tokens}' OR latest.end_reason = 'no-role')
  ORDER BY token.name, token.id`

/** Lists the tokens of former admins. Throws StoreError. */
export function listTokensOfFormerAdmins({ db }: Pick<Store, 'db'>): Promise<readonly FormerAdminToken[]> {
  return db.$queryRaw<FormerAdminToken[]>(Prisma.raw(TOKENS_OF_FORMER_ADMINS))
}

/** The migration of the release with this rule: a database with an older audit entry existed before. */
const SINCE = '20261130040000_actor_identity'

interface FormerAdminParts {
  readonly store: Store
  readonly audit: Pick<AuditLog, 'intent' | 'outcome'>
  /** HAP_TOKENS_END_WITH_ROLE; null: not set, which is on with a database that did not exist before this rule. */
  readonly isOn: boolean | null
}

/** Ends tokens whose creator is no longer an admin. */
export class FormerAdmins {
  readonly #parts: FormerAdminParts
  #isOn: boolean | null

  constructor(parts: FormerAdminParts) {
    this.#parts = parts
    this.#isOn = parts.isOn
  }

  /** Ends the tokens that sessions show. Throws StoreError. */
  async endTokens(): Promise<void> {
    if (!(await this.#decide())) return
    for (const token of await listTokensOfFormerAdmins(this.#parts.store)) await this.#end(token)
  }

  /**
   * Ends the tokens of a user of `issuer` who signed in without a role and has no session. Tokens of an
   * older release have no issuer, so any issuer matches them. Throws StoreError.
   */
  async endTokensOf(creator: string, issuer: string): Promise<void> {
    if (!(await this.#decide())) return
    const { db, now } = this.#parts.store
    const ofUser = { creator, OR: [{ creatorIssuer: null }, { creatorIssuer: issuer }] }
    const where = { ...ofUser, revokedAt: null, expiresAt: { gt: new Date(now()) } }
    const select = { id: true, name: true, role: true, start: true, creatorName: true }
    for (const token of await db.apiToken.findMany({ where, select })) await this.#end(token)
  }

  async #decide(): Promise<boolean> {
    this.#isOn ??= await this.#isNewDatabase()
    return this.#isOn
  }

  /** A minute is the tolerance between the clocks of both times. */
  async #isNewDatabase(): Promise<boolean> {
    const [found] = await this.#parts.store.db.$queryRaw<{ existed: boolean }[]>`
      SELECT EXISTS (
        SELECT FROM audit_entry, _prisma_migrations
        WHERE seq = 1 AND migration_name = ${SINCE} AND at < started_at - interval '1 minute'
      ) AS existed`
    return found?.existed === false
  }

  async #end({ id, name, role, start, creatorName }: FormerAdminToken): Promise<void> {
    const { store, audit } = this.#parts
    const draft = {
      actor: CONSOLE_ACTOR,
      action: TOKEN_ENTRIES.revoke,
      targets: [tokenTarget(id, name)],
      reason: `${creatorName}, who created it, no longer has the ${NEEDED_ROLES.tokens} role.`,
      ticket: null,
      requestId: null,
      before: { name, role, start },
    }
    const end = async () => {
      const data = { revokedAt: new Date(store.now()), revokedByName: ENDED_BY }
      const { count } = await store.transaction(
        tx => tx.apiToken.updateMany({ where: { id, revokedAt: null }, data }),
        { isolation: 'read-committed' },
      )
      const isDone = count === 1
      return {
        outcome: isDone ? ('accepted' as const) : ('refused' as const),
        detail: isDone ? null : 'The token has ended already.',
        result: null,
      }
    }
    await audited(audit, draft, end, failedOutcome)
  }
}
