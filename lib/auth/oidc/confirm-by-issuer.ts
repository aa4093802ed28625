import { z } from 'zod'
import { type RoleGroups, roleOfGroups } from '../role-groups.ts'
import type { Sealer } from '../sealed.ts'
import type { SessionLedger } from '../sessions/session-row.ts'
import type { Confirmation } from '../sessions/sessions.ts'
import { SUBJECT_PREFIX } from './identity.ts'
import type { Issuer, Tokens } from './issuer.ts'

/** Longer than the identity provider is waited for. After it somebody else may ask, so this is also the pause after one that did not answer. */
const TURN_MS = 30_000

const Kept = z.object({ refresh: z.string().nullable(), access: z.string(), id: z.string() })

interface ConfirmParts {
  readonly issuer: Pick<Issuer, 'again'>
  readonly ledger: SessionLedger
  readonly roles: RoleGroups
  readonly tokens: Sealer
  /** Hears why the identity provider gave no answer. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Asks the identity provider whether somebody is still who they were and in which groups, by the tokens kept with the session. A refresh
 * token is good once, so of all processes one asks at a time; the others go on with what is written down.
 */
export function confirmByIssuer({ issuer, ledger, roles, tokens, onFailure }: ConfirmParts): Confirmation {
  return {
    async confirm({ id, userId }) {
      const turn = await ledger.takeTurn(id, TURN_MS)
      if (turn === null) return 'unanswered'
      const kept = turn.sealed === null ? null : openTokens(tokens, turn.sealed)
      const end = async (reason: 'issuer' | 'no-role') => {
        await ledger.end(id, reason, null)
        return 'ended' as const
      }
      if (kept === null) return end('issuer')
      let now: Awaited<ReturnType<Issuer['again']>>
      try {
        now = await issuer.again(kept, userId.slice(SUBJECT_PREFIX.length))
      } catch (error) {
        onFailure(error)
        return 'unanswered'
      }
      if (now === null || now.identity.id !== userId) return end('issuer')
      const role = roleOfGroups(now.identity.groups, roles)
      if (role === null) return end('no-role')
      await ledger.confirm(id, role, sealTokens(tokens, now.tokens))
      return 'confirmed'
    },
  }
}

export function sealTokens({ seal }: Sealer, tokens: Tokens): string {
  return seal(JSON.stringify(tokens))
}

/** The tokens, or null for what cannot be read, as after the key was changed. */
export function openTokens({ open }: Sealer, sealed: string): Tokens | null {
  const text = open(sealed)
  return text === null ? null : Kept.parse(JSON.parse(text))
}
