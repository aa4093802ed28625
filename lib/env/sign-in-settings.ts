import { z } from 'zod'
import { isLoopback } from '#lib/http/request-origin.ts'
import { flag, hasNoUserInfo, integer, secretText, setting } from './shapes.ts'

const DURATION_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** `90s`, `30m` or `8h`, in milliseconds. */
const duration = (leastMs: number, mostMs: number, words: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}[smh]$/, { error: `must be ${words}` })
    .transform(text => Number(text.slice(0, -1)) * DURATION_MS[text.slice(-1) as keyof typeof DURATION_MS])
    .refine(ms => ms >= leastMs && ms <= mostMs, { error: `must be ${words}` })

function isSecure(url: URL | null): boolean {
  return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))
}

/** An address that receives secrets: https, or plain http on this machine. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .refine(text => isSecure(URL.parse(text)), { error: 'must be an https URL' })
  .refine(hasNoUserInfo, { error: 'must not contain a user or password' })
  .nullable()

/** Settings of sign-in, sessions and the second person. */
export const SIGN_IN_SETTINGS = {
  HAP_OIDC_ISSUER: setting({
    schema: issuer,
    example: 'https://accounts.example.com',
    meaning: 'OpenID Connect identity provider for sign-in; default: none',
  }),
  HAP_OIDC_CLIENT_ID: setting({
    schema: z.string().nullable(),
    example: 'hap-console',
    meaning: 'Client id of this console at the identity provider',
  }),
  HAP_OIDC_SECRET: setting({
    schema: secretText(z.string()).nullable(),
    example: 'secret-of-the-client',
    secret: true,
    meaning: 'Client secret; without it and HAP_OIDC_SECRET_FILE, the client uses PKCE only',
  }),
  HAP_OIDC_SECRET_FILE: setting({
    schema: z.string().nullable(),
    example: '/etc/hap/oidc-client-secret',
    meaning: 'File with the client secret instead; may be replaced while the console runs',
  }),
  HAP_OIDC_SCOPES: setting({
    schema: z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, { error: 'must be scopes between spaces' })
      .refine(text => text.split(' ').includes('openid'), { error: 'must have the scope openid' }),
    fallback: 'openid profile email',
    example: 'openid profile email groups offline_access',
    meaning: 'Scopes to request; add one for groups and offline_access if the provider supports them',
  }),
  HAP_OIDC_ACR: setting({
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, { error: 'must be values of acr between spaces' })
      .transform(text => text.split(' '))
      .nullable(),
    example: 'https://refeds.org/profile/mfa',
    meaning: 'Accepted values of acr, for example to require a second factor; default: any',
  }),
  HAP_OIDC_GROUPS_CLAIM: setting({
    schema: z.string(),
    fallback: 'groups',
    example: 'groups',
    meaning: 'Claim with the groups of a user, in the ID token or else in UserInfo',
  }),
  HAP_OIDC_NAME_CLAIM: setting({
    schema: z.string(),
    fallback: 'email',
    example: 'preferred_username',
    meaning: 'Claim with the name of a user, for the console and its audit log',
  }),
  HAP_OIDC_CLOCK_SKEW: setting({
    schema: integer(0, 300),
    fallback: '30',
    example: '60',
    meaning: 'Maximum difference between the clocks of the console and the identity provider, in seconds',
  }),
  HAP_ROLE_GROUPS: setting({
    schema: z.string().nullable(),
    example: 'admin=hap-admins;operator=hap-operators,sre;viewer="cn=staff,ou=cloud"',
    meaning: 'Groups that grant each role; users in none of them have no access. Required with HAP_OIDC_ISSUER',
  }),
  HAP_GROUPS_RECHECK: setting({
    schema: duration(5_000, 3_600_000, 'a duration from 5s to 1h, like 5m'),
    fallback: '5m',
    example: '2m',
    meaning:
      'Interval at which groups are re-read; if the provider does not respond, they stay valid for three intervals',
  }),
  HAP_ACCESS_CONTACT: setting({
    schema: z.string().max(200, { error: 'must have at most 200 characters' }).nullable(),
    example: 'the Kyma SRE team, kyma-sre@example.com',
    meaning: 'Contact for access requests, shown to users without a role',
  }),
  HAP_SESSION_IDLE: setting({
    schema: duration(5_000, 86_400_000, 'a duration from 5s to 24h, like 1h'),
    fallback: '1h',
    example: '30m',
    meaning: 'Time of inactivity after which a session ends; an open page alone is not activity',
  }),
  HAP_SESSION_LONGEST: setting({
    schema: duration(5_000, 604_800_000, 'a duration from 5s to 168h, like 8h'),
    fallback: '8h',
    example: '10h',
    meaning: 'Maximum lifetime of a session, even if it is in use',
  }),
  HAP_TOKENS_GRANT_ACCESS: setting({
    schema: flag('off').nullable(),
    example: 'off',
    meaning:
      'Whether API tokens may import Clusters, name administrators and create kubeconfigs; default: only tokens created before this setting existed, for one release',
  }),
  HAP_TOKENS_END_WITH_ROLE: setting({
    schema: flag('off').nullable(),
    example: 'on',
    meaning:
      'Whether API tokens end when their creator loses the admin role; default: on with a database that this release created, otherwise off',
  }),
  HAP_TWO_PERSON: setting({
    schema: z.enum(['off', 'dangerous'], { error: 'must be "off" or "dangerous"' }),
    fallback: 'off',
    example: 'dangerous',
    meaning: 'dangerous = dangerous actions on accounts need the approval of a second person; off = they do not',
  }),
} as const
