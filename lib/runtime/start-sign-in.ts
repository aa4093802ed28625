import { performance } from 'node:perf_hooks'
import type { Auth } from '#lib/auth/auth.ts'
import { confirmByIssuer } from '#lib/auth/oidc/confirm-by-issuer.ts'
import { Issuer } from '#lib/auth/oidc/issuer.ts'
import { sealer } from '#lib/auth/sealed.ts'
import { storedSessionSecret } from '#lib/auth/session-secret.ts'
import { Sessions } from '#lib/auth/sessions/sessions.ts'
import { type Env, publicOrigin } from '#lib/env.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { sessionRecords } from '#lib/store/sessions.ts'
import { SignInAttempts } from '#lib/store/sign-in-attempts.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every } from './every.ts'
import type { Shutdown } from './shutdown.ts'
import { signInSettings } from './sign-in-settings.ts'

const SWEEP_MS = 60_000
/** Sessions that ended are shown to admins for so long. */
const KEPT_MS = 30 * 24 * 3_600_000

/** Ten failed attempts at once, or sixty that succeed; then one a second. */
const ATTEMPTS = { burst: 60, perSecond: 1 }

interface SignInParts {
  readonly store: Store
  /** Whether the landscape is the embedded garden. */
  readonly embedded: boolean
}

/** How people sign in here, and who watches over their sessions. Throws StartError for settings that do not go together. */
export function startSignIn(settings: Env, { store, embedded }: SignInParts, shutdown: Shutdown): Auth {
  const { oidc, roles, demoUsers } = signInSettings(settings, embedded)
  const secret = settings.HAP_SESSION_SECRET ?? storedSessionSecret(settings.DATA_DIR)
  const origin = publicOrigin(settings)
  const limits = {
    idleMs: settings.HAP_SESSION_IDLE,
    longestMs: settings.HAP_SESSION_LONGEST,
    confirmMs: settings.HAP_GROUPS_RECHECK,
  }
  const ledger = sessionRecords(store)
  const tokens = sealer(secret, 'tokens of the identity provider')
  const issuer = oidc && new Issuer(oidc)
  // What comes with it may hold parts of a cookie or a token.
  const onFailure = (what: string, error: unknown) => log().warn({ what, why: reasonOf(error) }, 'sign-in failed')
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
        onFailure: error => onFailure('groups were not asked for', error),
      }),
    isUnavailable: error => error instanceof StoreError,
    now: () => performance.now(),
  })
  shutdown.add(() => sessions.close())
  const sweep = () => ledger.sweep({ ...limits, keptMs: KEPT_MS })
  shutdown.add(every(SWEEP_MS, sweep, 'sessions past their limits were not ended'))
  return {
    secret,
    origin,
    https: origin.startsWith('https:'),
    demoUsers,
    demoIsLocal: !embedded,
    issuer,
    roles,
    contact: settings.HAP_ACCESS_CONTACT,
    limits,
    sessions,
    ledger,
    attempts: new SignInAttempts(store, secret, ATTEMPTS),
    tokens,
    now: store.now,
    onFailure,
    onSignIn: who => log().info(who, 'signed in'),
  }
}

/** Names and codes of an error and its causes; their words may quote what was sent. */
function reasonOf(error: unknown): string {
  const reasons: string[] = []
  for (let each = error; each instanceof Error && reasons.length < 5; each = each.cause) {
    const code = 'code' in each ? String(each.code) : each.name
    reasons.push('error' in each && typeof each.error === 'string' ? `${code} ${each.error}` : code)
  }
  return reasons.join(', ')
}
