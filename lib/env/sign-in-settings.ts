import { z } from 'zod'
import { isLoopback } from '#lib/http/request-origin.ts'
import { flag, integer, secretText, setting } from './shapes.ts'

const DURATION_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const

/** `90s`, `30m` or `8h`, in milliseconds. */
const duration = (leastMs: number, mostMs: number, words: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}[smh]$/, { error: `must be ${words}` })
    .transform(text => Number(text.slice(0, -1)) * DURATION_MS[text.slice(-1) as keyof typeof DURATION_MS])
    .refine(ms => ms >= leastMs && ms <= mostMs, { error: `must be ${words}` })

/** An address that receives secrets: https, or plain http on this machine. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .refine(text => URL.canParse(text) && (text.startsWith('https:') || isLoopback(new URL(text).hostname)), {
    error: 'must be an https URL',
  })
  .nullable()

/** Settings of sign-in, sessions and the second person. */
export const SIGN_IN_SETTINGS = {
  HAP_OIDC_ISSUER: setting({
    schema: issuer,
    example: 'https://accounts.example.com',
    meaning: 'Identity provider people sign in with, by OpenID Connect; default: none',
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
    meaning: 'Its secret; neither this nor the next = a client without one, by PKCE alone',
  }),
  HAP_OIDC_SECRET_FILE: setting({
    schema: z.string().nullable(),
    example: '/etc/hap/oidc-client-secret',
    meaning: 'File with that secret instead; may be replaced while the console runs',
  }),
  HAP_OIDC_SCOPES: setting({
    schema: z
      .string()
      .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, { error: 'must be scopes between spaces' })
      .refine(text => text.split(' ').includes('openid'), { error: 'must have the scope openid' }),
    fallback: 'openid profile email',
    example: 'openid profile email groups offline_access',
    meaning: 'Scopes that are asked for; one for groups and offline_access, where the provider has these',
  }),
  HAP_OIDC_ACR: setting({
    schema: z
      .string()
      .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, { error: 'must be values of acr between spaces' })
      .transform(text => text.split(' '))
      .nullable(),
    example: 'https://refeds.org/profile/mfa',
    meaning: 'Values of acr, one of which each sign-in has to have, as for a second factor; default: any',
  }),
  HAP_OIDC_GROUPS_CLAIM: setting({
    schema: z.string(),
    fallback: 'groups',
    example: 'groups',
    meaning: 'Claim that tells the groups of somebody, in the ID token or else in UserInfo',
  }),
  HAP_OIDC_NAME_CLAIM: setting({
    schema: z.string(),
    fallback: 'email',
    example: 'preferred_username',
    meaning: 'Claim by which people are named in the console and in its audit log',
  }),
  HAP_OIDC_CLOCK_SKEW: setting({
    schema: integer(0, 300),
    fallback: '30',
    example: '60',
    meaning: 'Seconds the clocks of the console and the identity provider may differ',
  }),
  HAP_ROLE_GROUPS: setting({
    schema: z.string().nullable(),
    example: 'admin=hap-admins;operator=hap-operators,sre;viewer="cn=staff,ou=cloud"',
    meaning: 'Groups that give each role; whoever is in none has no access. Needed with HAP_OIDC_ISSUER',
  }),
  HAP_GROUPS_RECHECK: setting({
    schema: duration(5_000, 3_600_000, 'a duration from 5s to 1h, like 5m'),
    fallback: '5m',
    example: '2m',
    meaning: 'Time after which somebody’s groups are asked for again; without an answer they count three times as long',
  }),
  HAP_ACCESS_CONTACT: setting({
    schema: z.string().max(200, { error: 'must have at most 200 characters' }).nullable(),
    example: 'the Kyma SRE team, kyma-sre@example.com',
    meaning: 'Whom to ask for access, as told to those who have none',
  }),
  HAP_SESSION_IDLE: setting({
    schema: duration(5_000, 86_400_000, 'a duration from 5s to 24h, like 1h'),
    fallback: '1h',
    example: '30m',
    meaning: 'Time without use after which a session ends; a page that is merely open is no use',
  }),
  HAP_SESSION_LONGEST: setting({
    schema: duration(5_000, 604_800_000, 'a duration from 5s to 168h, like 8h'),
    fallback: '8h',
    example: '10h',
    meaning: 'Time after which a session ends, however much it is used',
  }),
  HAP_TOKENS_GRANT_ACCESS: setting({
    schema: flag('off').nullable(),
    example: 'off',
    meaning:
      'Whether API tokens may import Clusters, name administrators and make kubeconfigs; default: only tokens made before this setting existed, for one release',
  }),
  HAP_TWO_PERSON: setting({
    schema: z.enum(['off', 'dangerous'], { error: 'must be "off" or "dangerous"' }),
    fallback: 'off',
    example: 'dangerous',
    meaning: 'Whether dangerous actions on accounts are proposed by one person and approved by another',
  }),
} as const
