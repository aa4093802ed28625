import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Issuer, type SignedIn } from '#lib/auth/oidc/issuer.ts'
import { classifySignInFailure, describeSignInError } from '#lib/auth/oidc/sign-in-error.ts'
import { Secret } from '#lib/util/secret.ts'
import { type Issuer as Provider, startIssuer } from '../../e2e/support/issuer.ts'

const CONSOLE = 'http://127.0.0.1:9'
const ADA = { id: 'i-1', email: 'ada@example.com' }
const CHECKS = { state: 'a-state', nonce: 'a-nonce', code_verifier: 'v'.repeat(43) }

let provider: Provider
let issuer: Issuer

beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  provider = await startIssuer(CONSOLE)
  issuer = newIssuer({})
})
afterAll(() => provider.stop())
beforeEach(() => {
  Object.assign(provider, { person: ADA, tamper: null })
  provider.put(ADA, ['admins', 'x'])
})

function newIssuer(settings: Partial<Issuer['settings']>) {
  return new Issuer({
    issuer: new URL(provider.url),
    clientId: provider.clientId,
    clientSecret: () => new Secret(provider.clientSecret),
    scopes: 'openid email groups offline_access',
    acr: null,
    claims: { name: 'email', groups: 'groups' },
    clockSkew: 30,
    ...settings,
  })
}

/** The address to which the provider redirects a browser that starts like next-auth. */
async function callback(): Promise<URL> {
  const url = new URL(`${provider.url}/auth`)
  url.search = new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'code',
    redirect_uri: `${CONSOLE}/api/auth/callback/oidc`,
    scope: issuer.settings.scopes,
    max_age: '3600',
    state: CHECKS.state,
    nonce: CHECKS.nonce,
    code_challenge: createHash('sha256').update(CHECKS.code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString()
  const cookies = new Map<string, string>()
  for (let next = url; ; ) {
    if (next.origin === CONSOLE) return next
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${next.pathname}: ${answer.status} ${await answer.text()}`)
    next = new URL(location, next)
  }
}

const signIn = async (by = issuer): Promise<SignedIn> => by.signIn(await callback(), CHECKS)
const now = () => Math.floor(Date.now() / 1_000)

test('signs a user in, and refreshes by the refresh token after changes of the groups', async () => {
  const { identity, tokens } = await signIn()
  expect(identity).toMatchObject({ id: 'oidc:i-1', name: 'ada@example.com', groups: ['admins', 'x'] })
  expect(Math.abs((identity.provedAt ?? 0) - Date.now())).toBeLessThan(10_000)
  provider.put(ADA, ['x'])
  const again = await issuer.refresh(tokens, 'i-1')
  expect(again?.identity.groups).toEqual(['x'])
  expect(again?.tokens.refresh, 'a refresh token is good once').not.toBe(tokens.refresh)
  provider.put(ADA, null)
  expect(await issuer.refresh(again?.tokens ?? tokens, 'i-1')).toBeNull()
})

test('reads the groups from UserInfo without a refresh token', async () => {
  const { tokens } = await signIn()
  provider.put(ADA, ['staff'])
  const again = await issuer.refresh({ ...tokens, refresh: null }, 'i-1')
  expect(again?.identity.groups).toEqual(['staff'])
  expect(await issuer.refresh({ ...tokens, refresh: null, access: 'no-such-token' }, 'i-1')).toBeNull()
})

test.each<[string, NonNullable<Provider['tamper']>]>([
  ['audience', claims => ({ claims: { ...claims, aud: 'another' } })],
  ['audience', claims => ({ claims: { ...claims, aud: [claims.aud, 'another'] } })],
  ['issuer', claims => ({ claims: { ...claims, iss: 'https://evil.example' } })],
  ['nonce', claims => ({ claims: { ...claims, nonce: 'another' } })],
  ['nonce', ({ nonce, ...claims }) => ({ claims })],
  ['signature', claims => ({ claims, otherKey: true })],
  ['clock', claims => ({ claims: { ...claims, iat: now() - 3_600, exp: now() - 40 } })],
  ['clock', claims => ({ claims: { ...claims, nbf: now() + 40 } })],
])('refuses a response for its %s', async (failure, tamper) => {
  provider.tamper = tamper
  const error = await signIn().catch((thrown: unknown) => thrown)
  expect(classifySignInFailure(error)).toBe(failure)
})

test('refuses an issuer whose metadata has another name', async () => {
  const other = new URL(provider.url)
  other.hostname = 'localhost'
  const error = await signIn(newIssuer({ issuer: other })).catch((thrown: unknown) => thrown)
  expect(classifySignInFailure(error)).toBe('issuer')
})

test.each(['ECONNRESET', 'UND_ERR_SOCKET'])('a connection cut by the provider (%s) is unreachable', code => {
  const cause = Object.assign(new Error('other side closed'), { code })
  expect(classifySignInFailure(new TypeError('failed', { cause }))).toBe('unreachable')
})

test.each([
  ['mfa', null],
  ['phr', null],
  ['pwd', 'factor'],
  [undefined, 'factor'],
  [['mfa'], 'factor'],
])('a sign-in with acr %j results in %j when more is required', async (acr, failure) => {
  provider.tamper = claims => ({ claims: { ...claims, acr } })
  const asking = newIssuer({ acr: ['mfa', 'phr'] })
  const error = await signIn(asking).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error && classifySignInFailure(error)).toBe(failure)
})

test('accepts a clock skew up to the setting', async () => {
  provider.tamper = claims => ({ claims: { ...claims, iat: now() - 3_600, exp: now() - 20, nbf: now() + 20 } })
  expect((await signIn()).identity.name).toBe('ada@example.com')
  expect(classifySignInFailure(await signIn(newIssuer({ clockSkew: 5 })).catch((thrown: unknown) => thrown))).toBe(
    'clock',
  )
})

test.each<[string, Partial<Record<keyof typeof CHECKS, string>>]>([
  ['state', { state: 'another' }],
  ['state', { state: '' }],
  ['state', { code_verifier: '' }],
  ['nonce', { nonce: 'another' }],
  ['client', { code_verifier: 'w'.repeat(43) }],
])('refuses the response of another attempt: %s', async (failure, checks) => {
  const error = await issuer.signIn(await callback(), { ...CHECKS, ...checks }).catch((thrown: unknown) => thrown)
  expect(classifySignInFailure(error)).toBe(failure)
})

test('uses a replaced secret from the next request on, for sign-in and refresh', async () => {
  let secret = 'of yesterday'
  const rotating = newIssuer({ clientSecret: () => new Secret(secret) })
  expect(classifySignInFailure(await signIn(rotating).catch((thrown: unknown) => thrown))).toBe('client')
  secret = provider.clientSecret
  const { tokens } = await signIn(rotating)
  secret = 'of tomorrow'
  await expect(rotating.refresh(tokens, 'i-1'), 'the session continues').rejects.toMatchObject({
    failure: 'client',
  })
  secret = provider.clientSecret
  expect(await rotating.refresh(tokens, 'i-1')).not.toBeNull()
})

test.each<[string, string, string, NonNullable<Provider['tamper']>]>([
  ['aud', 'audience', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', claims => ({ claims: { ...claims, aud: 'another' } })],
  ['aud', 'audience', 'OAUTH_INVALID_RESPONSE', ({ aud, ...claims }) => ({ claims })],
  [
    'iss',
    'issuer',
    'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    claims => ({ claims: { ...claims, iss: 'https://evil.example' } }),
  ],
  ['nonce', 'nonce', 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', claims => ({ claims: { ...claims, nonce: 'another' } })],
  ['sub', 'subject', 'OAUTH_INVALID_RESPONSE', ({ sub, ...claims }) => ({ claims })],
  ['exp', 'clock', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED', claims => ({ claims: { ...claims, exp: now() - 40 } })],
])('names the claim %s for the log, and no value', async (claim, failure, code, tamper) => {
  provider.tamper = tamper
  const error = await signIn().catch((thrown: unknown) => thrown)
  expect([classifySignInFailure(error), describeSignInError(error)]).toEqual([failure, `${code} ${claim}`])
})

test.each([
  ['access_denied', 'declined', 'access_denied'],
  ['consent_required', 'declined', 'consent_required'],
  ['unauthorized_client', 'client', 'unauthorized_client'],
  ['invalid_scope', 'client', 'invalid_scope'],
  ['temporarily_unavailable', 'provider', 'temporarily_unavailable'],
  ['the password is swordfish', 'declined', 'other'],
])('the error %j of the identity provider is %s', async (code, failure, detail) => {
  const query = { error: code, error_description: 'swordfish', state: CHECKS.state, iss: provider.url }
  const refused = new URL(`${CONSOLE}/?${new URLSearchParams(query)}`)
  const error = await issuer.signIn(refused, CHECKS).catch((thrown: unknown) => thrown)
  expect(classifySignInFailure(error)).toBe(failure)
  expect(describeSignInError(error)).toBe(`OAUTH_AUTHORIZATION_RESPONSE_ERROR ${detail}`)
})

test('a failure after the validation of the ID token knows the subject', async () => {
  const error = await signIn(newIssuer({ acr: ['mfa'] })).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ failure: 'factor', subject: 'i-1' })
})

test('distinguishes a wrong secret, a provider that declines, and one that does not respond', async () => {
  const thrown = async (work: Promise<unknown>) => classifySignInFailure(await work.catch((error: unknown) => error))
  expect(await thrown(signIn(newIssuer({ clientSecret: () => new Secret('wrong') })))).toBe('client')
  const declined = new URL(`${CONSOLE}/?error=access_denied&state=${CHECKS.state}&iss=${provider.url}`)
  expect(await thrown(issuer.signIn(declined, CHECKS))).toBe('declined')
  const nowhere = newIssuer({ issuer: new URL('http://127.0.0.1:9') })
  expect(await thrown(nowhere.signIn(declined, CHECKS))).toBe('unreachable')
  await expect(nowhere.refresh({ refresh: 'x', access: 'x', id: 'x' }, 'i-1')).rejects.toThrow()
})

test('the sign-out URL names the client and the address to return to, and no token', async () => {
  const leave = new URL((await issuer.leaveUrl(`${CONSOLE}/sign-in`)) ?? '')
  expect(leave.origin).toBe(provider.url)
  expect(Object.fromEntries(leave.searchParams)).toEqual({
    client_id: issuer.settings.clientId,
    post_logout_redirect_uri: `${CONSOLE}/sign-in`,
  })
})
