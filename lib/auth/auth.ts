import type { Secret } from '#lib/util/secret.ts'
import type { Identity } from './oidc/identity.ts'
import type { Issuer } from './oidc/issuer.ts'
import type { SignInFailure } from './oidc/sign-in-failure.ts'
import type { RoleGroups } from './role-groups.ts'
import type { Sealer } from './session-keys.ts'
import type { SessionLedger, SessionLimits } from './session-record.ts'
import type { Sessions, User } from './sessions.ts'

/** Counts attempts to sign in. */
interface AttemptCount {
  /** Returns 0 when an attempt is allowed, else the seconds to wait. Throws when the counter is unavailable. */
  take(key: string, cost: number): Promise<number>
}

/** Authentication of people: providers, sessions and roles. One instance per process. */
export interface Auth {
  /** Key of the cookies. */
  readonly secret: Secret<string>
  /** Public origin of the console. */
  readonly origin: string
  /** Whether `origin` uses https. */
  readonly https: boolean
  readonly demoUsers: boolean
  /** Whether demo users may sign in from this machine only, because their actions change a real landscape. */
  readonly demoIsLocal: boolean
  /** Whether the console only observes: no one may change anything in Gardener. */
  readonly observes: boolean
  /** Null when no identity provider is configured. */
  readonly issuer: Issuer | null
  readonly roles: RoleGroups
  /** Contact for requesting access. */
  readonly contact: string | null
  readonly limits: SessionLimits
  readonly sessions: Sessions
  readonly ledger: SessionLedger
  readonly attempts: AttemptCount
  readonly tokens: Sealer
  /** Clock of sign-ins, shared by all replicas, in milliseconds since 1970. */
  now(): number
  /** Called with each attempt to sign in that failed. */
  readonly onFailedSignIn: (attempt: FailedSignIn) => void
  /** Called with the error of a sign-out that did not reach the database or the identity provider. */
  readonly onFailedSignOut: (error: unknown, from: { readonly address: string | null }) => void
  /** Called with each user of the identity provider who signs in and has no role. */
  readonly onNoRole: (user: Identity, from: { readonly address: string | null }) => void
  /** Called after each sign-in. */
  readonly onSignIn: (signIn: {
    readonly user: User
    readonly session: string
    readonly address: string | null
  }) => void
}

/** An attempt to sign in that failed. */
export interface FailedSignIn {
  /** The reason that the page shows. */
  readonly failure: SignInFailure
  /** Its cause; undefined where the console refused the attempt itself. */
  readonly error: unknown
  /** Subject that the identity provider confirmed; null without one. */
  readonly subject: string | null
  readonly address: string | null
}
