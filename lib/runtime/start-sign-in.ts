import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Auth } from '#lib/auth/auth.ts'
import { confirmByIssuer } from '#lib/auth/oidc/confirm-by-issuer.ts'
import type { Identity } from '#lib/auth/oidc/identity.ts'
import { Issuer, type OidcSettings } from '#lib/auth/oidc/issuer.ts'
import { parseRoleGroups, type RoleGroups, RoleGroupsError } from '#lib/auth/role-groups.ts'
import { createSealer, loadSessionSecret } from '#lib/auth/session-keys.ts'
import { ENDED_SESSION_MS } from '#lib/auth/session-record.ts'
import { Sessions } from '#lib/auth/sessions.ts'
import { type Env, hasDemoUsers, observes, publicOrigin } from '#lib/env.ts'
import { isLoopback } from '#lib/http/request-origin.ts'
import type { FormerAdmins } from '#lib/services/tokens/former-admins.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { sessionRecords } from '#lib/store/sessions.ts'
import { SignInAttempts } from '#lib/store/sign-in-attempts.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'
import { Secret } from '#lib/util/secret.ts'
import { repeat } from './repeat.ts'
import type { Shutdown } from './shutdown.ts'
import { SignInLog } from './sign-in-log.ts'
import { StartError } from './start-report.ts'

const SWEEP_MS = 60_000

/** Sixty attempts at once, then one a second; a failed attempt costs six. */
const ATTEMPT_RATE = { burst: 60, perSecond: 1 }

interface SignInParts {
  readonly store: Store
  /** Whether the landscape is the embedded garden. */
  readonly embedded: boolean
  readonly formerAdmins: Pick<FormerAdmins, 'endTokens' | 'endTokensOf'>
}

/** Builds sign-in and sessions, and starts the sweep of sessions. Throws StartError for contradicting settings. */
export function startSignIn(settings: Env, { store, embedded, formerAdmins }: SignInParts, shutdown: Shutdown): Auth {
  const { oidc, roles, demoUsers } = resolveSignInSettings(settings, embedded)
  const secret = settings.HAP_SESSION_SECRET ?? loadSessionSecret(settings.DATA_DIR)
  const origin = publicOrigin(settings)
  const limits = {
    idleMs: settings.HAP_SESSION_IDLE,
    longestMs: settings.HAP_SESSION_LONGEST,
    confirmMs: settings.HAP_GROUPS_RECHECK,
  }
  const ledger = sessionRecords(store)
  const tokens = createSealer(secret, 'tokens of the identity provider')
  const issuer = oidc && new Issuer(oidc)
  const signInLog = new SignInLog(oidc?.issuer.href ?? null)
  const endTokens = ({ id, noRoleReason }: Identity) => {
    // Groups that could not be read say nothing about the role.
    if (oidc && noRoleReason === 'no-role')
      void formerAdmins.endTokensOf(id, oidc.issuer.href).catch(logUnlessUnavailable)
  }
  const sessions = new Sessions({
    ledger,
    limits,
    providers: [...(issuer ? ['oidc'] : []), ...(demoUsers ? ['demo'] : [])],
    confirmation:
      issuer &&
      confirmByIssuer({
        issuer,
        ledger,
        roles,
        tokens,
        onFailure: (session, error) => signInLog.notConfirmed(session, error),
        onNoRole: (user, session) => {
          signInLog.lostRole(user, session)
          endTokens(user)
        },
        onRevoked: session => signInLog.revoked(session),
      }),
    isUnavailable: error => error instanceof StoreError,
    now: () => performance.now(),
  })
  shutdown.add(() => sessions.close())
  const sweep = () => ledger.sweep({ ...limits, keptMs: ENDED_SESSION_MS })
  shutdown.add(repeat(SWEEP_MS, sweep, 'sessions past their limits were not ended'))
  shutdown.add(repeat(SWEEP_MS, () => formerAdmins.endTokens(), 'tokens of former admins were not ended'))
  return {
    secret,
    origin,
    https: origin.startsWith('https:'),
    demoUsers,
    demoIsLocal: !embedded,
    observes: observes(settings),
    issuer,
    roles,
    contact: settings.HAP_ACCESS_CONTACT,
    limits,
    sessions,
    ledger,
    attempts: new SignInAttempts(store, secret, ATTEMPT_RATE),
    tokens,
    now: store.now,
    onFailedSignIn: attempt => signInLog.failed(attempt),
    onFailedSignOut: (error, from) => signInLog.failedSignOut(error, from),
    onNoRole: (user, from) => {
      signInLog.noRole(user, from)
      endTokens(user)
    },
    onSignIn: signIn => signInLog.signedIn(signIn),
  }
}

/** The store reports an unavailable database itself. */
function logUnlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreError)) logError(error)
}

interface SignInSettings {
  /** Null without an identity provider. */
  readonly oidc: OidcSettings | null
  readonly roles: RoleGroups
  readonly demoUsers: boolean
}

/**
 * How people sign in, from several settings. Demo users need no password: they exist on the embedded garden, which holds demo data, or
 * at an address that only this machine reaches. Throws StartError for contradicting settings.
 */
export function resolveSignInSettings(env: Env, embedded: boolean): SignInSettings {
  const { HAP_OIDC_ISSUER, HAP_DEMO_USERS } = env
  if (HAP_DEMO_USERS && !embedded && !isOnlyLocal(env))
    throw new StartError(
      'HAP_DEMO_USERS=on allows sign-in without a password. On a real landscape this is possible only if HOST, and HAP_URL if set, are loopback addresses such as 127.0.0.1; with HAP_TRUSTED_PROXIES, HAP_URL must be set to one. Set HAP_OIDC_ISSUER instead.',
    )
  return {
    oidc: HAP_OIDC_ISSUER === null ? null : oidcSettings(env, HAP_OIDC_ISSUER),
    roles: roleGroups(env),
    demoUsers: hasDemoUsers(env, embedded),
  }
}

/** Whether only this machine reaches the console. Trusted proxies imply remote requests unless the public address is a loopback address. */
function isOnlyLocal({ HOST, HAP_URL, HAP_TRUSTED_PROXIES }: Env): boolean {
  if (!isLoopback(HOST)) return false
  return HAP_URL === null ? HAP_TRUSTED_PROXIES === null : isLoopback(new URL(HAP_URL).hostname)
}

function oidcSettings(env: Env, issuer: string): OidcSettings {
  const { HAP_OIDC_CLIENT_ID: clientId, HAP_OIDC_SECRET: secret, HAP_OIDC_SECRET_FILE: file } = env
  if (clientId === null) throw new StartError('HAP_OIDC_CLIENT_ID is missing: HAP_OIDC_ISSUER needs it.')
  if (secret !== null && file !== null)
    throw new StartError('HAP_OIDC_SECRET and HAP_OIDC_SECRET_FILE are both set. Set one of them.')
  const clientSecret = () => (file === null ? secret : readSecretFile(file))
  // Reports an unreadable file now and not at the first sign-in.
  clientSecret()
  return {
    issuer: new URL(issuer),
    clientId,
    clientSecret,
    scopes: env.HAP_OIDC_SCOPES,
    acr: env.HAP_OIDC_ACR,
    claims: { name: env.HAP_OIDC_NAME_CLAIM, groups: env.HAP_OIDC_GROUPS_CLAIM },
    clockSkew: env.HAP_OIDC_CLOCK_SKEW,
  }
}

function readSecretFile(file: string): Secret<string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new StartError(`HAP_OIDC_SECRET_FILE: ${file} cannot be read (${code}).`)
  }
  if (text === '') throw new StartError(`HAP_OIDC_SECRET_FILE: ${file} is empty.`)
  return new Secret(text)
}

function roleGroups({ HAP_ROLE_GROUPS: text, HAP_OIDC_ISSUER: issuer }: Env): RoleGroups {
  try {
    const groups = parseRoleGroups(text ?? '')
    if (issuer === null || groups.size > 0) return groups
  } catch (error) {
    if (!(error instanceof RoleGroupsError)) throw error
    throw new StartError(`HAP_ROLE_GROUPS: ${error.message}. Example: HAP_ROLE_GROUPS=admin=hap-admins;viewer=staff`)
  }
  throw new StartError(
    'HAP_ROLE_GROUPS is missing: with HAP_OIDC_ISSUER, no user would have access. Example: HAP_ROLE_GROUPS=admin=hap-admins;viewer=staff',
  )
}
