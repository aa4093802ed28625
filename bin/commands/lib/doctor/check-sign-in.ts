import type { Pool } from 'pg'
import { z } from 'zod'
import { UNCONFIRMED_HELP } from '#lib/auth/api-token.ts'
import type { OidcSettings } from '#lib/auth/oidc/issuer.ts'
import { AUTH_TIME_SETTINGS, WITHOUT_AUTH_TIME } from '#lib/auth/sign-in-time.ts'
import { childEnv, type Env, usesEmbeddedGarden } from '#lib/env.ts'
import { environmentProxy } from '#lib/garden/client/environment-proxy.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { resolveSignInSettings } from '#lib/runtime/start-sign-in.ts'
import { TOKENS_OF_FORMER_ADMINS } from '#lib/services/tokens/former-admins.ts'
import { TOKENS_OF_UNCONFIRMED_CREATORS, type UnconfirmedToken } from '#lib/services/tokens/unconfirmed-creators.ts'
import { type Checkup, clockCheck, note, well, wrong } from './checkup.ts'

const ANSWER_MS = 10_000
const WELL_KNOWN = '/.well-known/openid-configuration'

const Discovery = z.object({ issuer: z.url(), claims_supported: z.array(z.string()).optional() })

/** Checks whether the sign-in settings are consistent and the identity provider matches them. */
export async function checkSignIn(env: Env, clock: () => number = Date.now): Promise<readonly Checkup[]> {
  try {
    const { oidc, demoUsers } = resolveSignInSettings(env, usesEmbeddedGarden(env))
    if (oidc !== null) return await checkIssuer(oidc, clock)
    return demoUsers
      ? [well('sign-in', 'Demo users sign in without a password.')]
      : [note('sign-in', 'No user can sign in.', 'Set HAP_OIDC_ISSUER to your identity provider.')]
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [wrong('sign-in', error.message, 'The console does not start until this is fixed.')]
  }
}

async function checkIssuer({ issuer, clockSkew }: OidcSettings, clock: () => number): Promise<readonly Checkup[]> {
  const address = new URL(issuer.pathname.replace(/\/$/, '') + WELL_KNOWN, issuer)
  const asked = clock()
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) })
    const ours = asked + (clock() - asked) / 2
    const theirs = Date.parse(answer.headers.get('date') ?? '')
    // Sign-in tolerates as many seconds as HAP_OIDC_CLOCK_SKEW.
    const whose = 'the identity provider'
    const checks = [...(await answerOf(issuer, answer)), clockCheck({ whose, theirs, ours, much: clockSkew + 1 })]
    return [...checks, ...checkProxy(issuer)]
  } catch (error) {
    const failed = wrong('sign-in', `${address.href} does not respond (${reasonOf(error)}).`, NOBODY)
    return [failed, ...checkProxy(issuer)]
  }
}

/** Node reads HTTPS_PROXY for the identity provider only if another variable says so. */
function checkProxy(issuer: URL): readonly Checkup[] {
  const environment = childEnv()
  const proxy = environmentProxy(issuer, environment)
  if (proxy === null) return []
  if (environment.NODE_USE_ENV_PROXY === '1')
    return [well('sign-in', 'Requests to the identity provider go through the proxy of HTTPS_PROXY.')]
  const says = 'HTTPS_PROXY names a proxy, but requests to the identity provider do not use it.'
  return [note('sign-in', says, 'Set NODE_USE_ENV_PROXY=1 to use it, or add the host to NO_PROXY.')]
}

const NOBODY = 'Users cannot sign in until this is fixed. Check HAP_OIDC_ISSUER, and that this machine can reach it.'

async function answerOf(issuer: URL, answer: Response): Promise<readonly Checkup[]> {
  if (answer.status !== 200) {
    await answer.body?.cancel()
    return [wrong('sign-in', `${answer.url} responds with status ${answer.status}.`, NOBODY)]
  }
  const discovery = Discovery.safeParse(await answer.json().catch(() => null))
  if (!discovery.success)
    return [wrong('sign-in', `The response of ${answer.url} does not describe an issuer.`, NOBODY)]
  const { issuer: name, claims_supported: claims } = discovery.data
  if (new URL(name).href !== issuer.href) {
    const says = `HAP_OIDC_ISSUER is ${issuer.href}, but the identity provider there names its issuer ${name}.`
    const fix = 'Set HAP_OIDC_ISSUER to the issuer it names: ID tokens of another issuer are refused.'
    return [wrong('sign-in', says, fix)]
  }
  const answers = well('sign-in', `The identity provider ${name} responds.`)
  // The list need not be complete (OpenID Connect Discovery 1.0, section 3).
  if (claims === undefined || claims.includes('auth_time')) return [answers]
  const says = `It does not list auth_time among its claims. Without it no sign-in is recent, and ${WITHOUT_AUTH_TIME}.`
  return [answers, note('sign-in', says, AUTH_TIME_SETTINGS)]
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  if (error.name === 'TimeoutError') return `no response within ${ANSWER_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message
}

/** Checks recent sign-ins in the database, and tokens that may act without a recent sign-in. */
export async function checkRecentSignIns(
  pool: Pick<Pool, 'query'>,
  env: Pick<Env, 'HAP_OIDC_ISSUER' | 'HAP_TOKENS_GRANT_ACCESS' | 'HAP_TOKENS_END_WITH_ROLE'>,
): Promise<readonly Checkup[]> {
  return [
    ...(env.HAP_OIDC_ISSUER === null ? [] : await checkAuthTime(pool)),
    ...(env.HAP_TOKENS_GRANT_ACCESS === null ? await checkTokens(pool) : []),
    ...(env.HAP_TOKENS_END_WITH_ROLE ? [] : await checkFormerAdmins(pool)),
    ...(await checkUnconfirmedCreators(pool)),
  ]
}

async function checkAuthTime(pool: Pick<Pool, 'query'>): Promise<readonly Checkup[]> {
  const { rows } = await pool.query<{ sent: boolean; at: Date }>(
    `SELECT auth_time_sent AS sent, created_at AS at FROM sign_in_session
     WHERE provider = 'oidc' AND auth_time_sent IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
  )
  const [last] = rows
  if (last === undefined || last.sent) return []
  const says = `The identity provider sent no auth_time at the last sign-in (${last.at.toISOString()}), so no sign-in is recent, and ${WITHOUT_AUTH_TIME}.`
  return [wrong('sign-in', says, AUTH_TIME_SETTINGS)]
}

async function checkTokens(pool: Pick<Pool, 'query'>): Promise<readonly Checkup[]> {
  const { rows } = await pool.query<{ name: string; times: number }>(
    `SELECT name, access_grants AS times FROM api_token
     WHERE may_grant_access AND access_grants > 0 AND revoked_at IS NULL AND expires_at > now() ORDER BY name`,
  )
  if (rows.length === 0) return []
  const names = rows.map(({ name, times }) => `${name} (${times})`).join(', ')
  const says = `API tokens granted access to clusters: ${names}. From the next release, API tokens will not be able to.`
  return [
    note('sign-in', says, 'Set HAP_TOKENS_GRANT_ACCESS to "on" to let tokens do so, or to "off" to refuse it now.'),
  ]
}

async function checkFormerAdmins(pool: Pick<Pool, 'query'>): Promise<readonly Checkup[]> {
  const { rows } = await pool.query<{ name: string; creatorName: string }>(TOKENS_OF_FORMER_ADMINS)
  if (rows.length === 0) return []
  const names = rows.map(({ name, creatorName }) => `${name} (${creatorName})`).join(', ')
  const says = `API tokens of users who are no longer admins still work: ${names}.`
  const fix = 'Revoke them under Settings › API tokens, or set HAP_TOKENS_END_WITH_ROLE=on, which ends them.'
  return [note('sign-in', says, fix)]
}

async function checkUnconfirmedCreators(pool: Pick<Pool, 'query'>): Promise<readonly Checkup[]> {
  const { rows } = await pool.query<UnconfirmedToken>(TOKENS_OF_UNCONFIRMED_CREATORS)
  if (rows.length === 0) return []
  const names = rows.map(({ name, creatorName, since }) => `${name} (${creatorName}, since ${since.toISOString()})`)
  const says = `The identity provider no longer confirms the creators of API tokens that still work: ${names.join(', ')}.`
  return [note('sign-in', says, UNCONFIRMED_HELP)]
}
