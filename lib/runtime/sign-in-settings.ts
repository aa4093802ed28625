import { readFileSync } from 'node:fs'
import type { OidcSettings } from '#lib/auth/oidc/issuer.ts'
import { parseRoleGroups, type RoleGroups, RoleGroupsError } from '#lib/auth/role-groups.ts'
import type { Env } from '#lib/env.ts'
import { isLoopback } from '#lib/http/is-loopback.ts'
import { Secret } from '#lib/secret.ts'
import { StartError } from './start-error.ts'

interface SignInSettings {
  /** Null where no identity provider is set up. */
  readonly oidc: OidcSettings | null
  readonly roles: RoleGroups
  readonly demoUsers: boolean
}

/**
 * How people sign in, from settings that belong together. Demo users need no password, so that they are offered on the embedded garden,
 * where nothing is at stake, or at an address that only this machine reaches. Throws StartError for what cannot go together.
 */
export function signInSettings(env: Env, embedded: boolean): SignInSettings {
  const { HAP_OIDC_ISSUER, HAP_DEMO_USERS } = env
  if (HAP_DEMO_USERS && !embedded && !isForThisMachine(env))
    throw new StartError(
      'HAP_DEMO_USERS=on lets anybody in without a password. On a real landscape it is possible only while HOST, and HAP_URL if it is set, are loopback addresses such as 127.0.0.1; with HAP_TRUSTED_PROXIES, HAP_URL has to be set to one. Set HAP_OIDC_ISSUER instead.',
    )
  return {
    oidc: HAP_OIDC_ISSUER === null ? null : oidcSettings(env, HAP_OIDC_ISSUER),
    roles: roleGroups(env),
    demoUsers: HAP_DEMO_USERS ?? (embedded && HAP_OIDC_ISSUER === null),
  }
}

/** Who names proxies expects requests from elsewhere, unless they say that their public address is of this machine, too. */
function isForThisMachine({ HOST, HAP_URL, HAP_TRUSTED_PROXIES }: Env): boolean {
  if (!isLoopback(HOST)) return false
  return HAP_URL === null ? HAP_TRUSTED_PROXIES === null : isLoopback(new URL(HAP_URL).hostname)
}

function oidcSettings(env: Env, issuer: string): OidcSettings {
  const { HAP_OIDC_CLIENT_ID: clientId, HAP_OIDC_SECRET: secret, HAP_OIDC_SECRET_FILE: file } = env
  if (clientId === null) throw new StartError('HAP_OIDC_CLIENT_ID is missing: HAP_OIDC_ISSUER needs it.')
  if (secret !== null && file !== null)
    throw new StartError('HAP_OIDC_SECRET and HAP_OIDC_SECRET_FILE are both set. Set one of them.')
  const clientSecret = () => (file === null ? secret : secretIn(file))
  // Said now, and not at the first sign-in.
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

function secretIn(file: string): Secret<string> {
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
    'HAP_ROLE_GROUPS is missing: with HAP_OIDC_ISSUER nobody would have access. Example: HAP_ROLE_GROUPS=admin=hap-admins;viewer=staff',
  )
}
