import type { Pool } from 'pg'
import { AUTH_TIME_SETTINGS, WITHOUT_AUTH_TIME } from '#lib/auth/sign-in-messages.ts'
import type { Env } from '#lib/env.ts'
import { type Checkup, note, wrong } from './checkup.ts'

/** What the database knows of recent sign-ins, and of tokens that do what needs one of a person. */
export async function checkRecentSignIns(
  pool: Pick<Pool, 'query'>,
  env: Pick<Env, 'HAP_OIDC_ISSUER' | 'HAP_TOKENS_GRANT_ACCESS'>,
): Promise<readonly Checkup[]> {
  return [
    ...(env.HAP_OIDC_ISSUER === null ? [] : await checkAuthTime(pool)),
    ...(env.HAP_TOKENS_GRANT_ACCESS === null ? await checkTokens(pool) : []),
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
  const says = `API tokens granted access to clusters: ${names}. From the next release they cannot.`
  return [
    note('sign-in', says, 'Set HAP_TOKENS_GRANT_ACCESS to "on" to let tokens do so, or to "off" to refuse it now.'),
  ]
}
