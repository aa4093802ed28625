import type { Secret } from '#lib/secret.ts'
import type { Issuer } from './oidc/issuer.ts'
import type { RoleGroups } from './role-groups.ts'
import type { Sealer } from './sealed.ts'
import type { SessionLedger } from './sessions/session-row.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { SessionLimits } from './sessions/standing.ts'

/** Counts attempts to sign in. */
interface AttemptCount {
  /** Out: 0 when an attempt may go on, else after how many seconds it may. Throws when what counts does not answer. */
  take(key: string, cost: number): Promise<number>
}

/** How people sign in and what becomes of it; made once per process. */
export interface Auth {
  /** Key of the cookies. */
  readonly secret: Secret<string>
  /** Where people reach the console. */
  readonly origin: string
  /** Whether that is by https. */
  readonly https: boolean
  readonly demoUsers: boolean
  /** Whether demo users sign in from this machine alone: what they do is done to a real landscape. */
  readonly demoIsLocal: boolean
  /** Null where none is set up. */
  readonly issuer: Issuer | null
  readonly roles: RoleGroups
  /** Whom to ask for access. */
  readonly contact: string | null
  readonly limits: SessionLimits
  readonly sessions: Sessions
  readonly ledger: SessionLedger
  readonly attempts: AttemptCount
  readonly tokens: Sealer
  /** The time sign-ins are kept by, the same for all replicas, in milliseconds since 1970. */
  now(): number
  /** Hears what next-auth, or the identity provider, fails at. */
  readonly onFailure: (what: string, error: unknown) => void
  /** Hears of each sign-in. */
  readonly onSignIn: (who: { readonly user: string; readonly role: string; readonly session: string }) => void
}
