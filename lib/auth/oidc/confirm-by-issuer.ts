import { z } from 'zod'
import { type RoleGroups, roleOfGroups } from '../role-groups.ts'
import type { Sealer } from '../session-keys.ts'
import type { SessionLedger, SessionRow } from '../session-record.ts'
import type { Confirmation } from '../sessions.ts'
import { userIdentityOf } from '../user-identity.ts'
import type { Identity } from './identity.ts'
import type { Issuer, Tokens } from './issuer.ts'

/** Exceeds the timeout of the identity provider, so it is also the pause after an unanswered call. */
const TURN_MS = 30_000

const StoredTokens = z.object({ refresh: z.string().nullable(), access: z.string(), id: z.string() })

interface ConfirmParts {
  readonly issuer: Pick<Issuer, 'refresh'>
  readonly ledger: SessionLedger
  readonly roles: RoleGroups
  readonly tokens: Sealer
  /** Called with the error when the identity provider does not answer. */
  readonly onFailure: (session: SessionRow, error: unknown) => void
  /** Called with a user who has lost the last group with a role. */
  readonly onNoRole: (user: Identity, session: SessionRow) => void
  /** Called when the identity provider no longer knows the user of a session. */
  readonly onRevoked: (session: SessionRow) => void
}

/**
 * Confirms a session with the identity provider, by the tokens stored with the session: same
 * subject, present groups. A refresh token works once, so one process at a time holds the turn; the
 * others use the stored role.
 */
export function confirmByIssuer({
  issuer,
  ledger,
  roles,
  tokens,
  onFailure,
  onNoRole,
  onRevoked,
}: ConfirmParts): Confirmation {
  return {
    async confirm(session) {
      const { id, userId } = session
      const turn = await ledger.takeTurn(id, TURN_MS)
      if (turn === null) return 'unanswered'
      const kept = turn.sealed === null ? null : openTokens(tokens, turn.sealed)
      const end = async (reason: 'issuer' | 'no-role') => {
        await ledger.end(id, reason, null)
        return 'ended' as const
      }
      if (kept === null) return end('issuer')
      let now: Awaited<ReturnType<Issuer['refresh']>>
      try {
        now = await issuer.refresh(kept, userIdentityOf({ id: userId }).subject)
      } catch (error) {
        onFailure(session, error)
        return 'unanswered'
      }
      if (now === null || now.identity.id !== userId) {
        onRevoked(session)
        return end('issuer')
      }
      const role = roleOfGroups(now.identity.groups, roles)
      if (role === null) {
        onNoRole(now.identity, session)
        // Groups that cannot be read do not show that the role is lost.
        return end(now.identity.noRoleReason === 'no-role' ? 'no-role' : 'issuer')
      }
      await ledger.confirm(id, role, sealTokens(tokens, now.tokens))
      return 'confirmed'
    },
  }
}

export function sealTokens({ seal }: Sealer, tokens: Tokens): string {
  return seal(JSON.stringify(tokens))
}

/** The tokens; null when they cannot be decrypted, for example after the key changed. */
export function openTokens({ open }: Sealer, sealed: string): Tokens | null {
  const text = open(sealed)
  return text === null ? null : StoredTokens.parse(JSON.parse(text))
}
