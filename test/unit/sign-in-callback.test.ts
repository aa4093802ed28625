import { createRequire } from 'node:module'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET } from '#app/api/auth/[...nextauth]/route.ts'
import { Issuer } from '#lib/auth/oidc/issuer.ts'
import { Secret } from '#lib/util/secret.ts'
import { type Issuer as Provider, startIssuer } from '../../e2e/support/issuer.ts'

const CONSOLE = 'http://127.0.0.1:9'
const SECRET = 'a-secret-of-thirty-two-characters'
const STATE = 'state-of-this-browser'

const world = vi.hoisted(() => ({ auth: {}, cookies: new Map<string, string>(), failed: vi.fn() }))
const next = vi.hoisted(() => ({
  cookies: async () => ({
    get: (name: string) => world.cookies.get(name),
    getAll: () => Array.from(world.cookies, ([name, value]) => ({ name, value })),
  }),
  headers: async () => new Headers(),
}))
vi.mock('next/headers', () => next)
// next-auth requires the module itself.
Object.assign(createRequire(import.meta.url)('next/headers'), next)
vi.mock('#lib/runtime.ts', () => ({ runtime: () => ({ auth: world.auth }) }))

let provider: Provider

beforeAll(async () => {
  vi.stubEnv('NEXTAUTH_URL', CONSOLE)
  vi.spyOn(console, 'warn').mockReturnValue()
  provider = await startIssuer(CONSOLE)
  world.auth = {
    origin: CONSOLE,
    https: false,
    secret: new Secret(SECRET),
    demoUsers: false,
    limits: { longestMs: 3_600_000 },
    attempts: { take: async () => 0 },
    onFailedSignIn: world.failed,
    issuer: new Issuer({
      issuer: new URL(provider.url),
      clientId: provider.clientId,
      clientSecret: () => new Secret(provider.clientSecret),
      scopes: 'openid',
      acr: null,
      claims: { name: 'email', groups: 'groups' },
      clockSkew: 30,
    }),
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await provider.stop()
})
beforeEach(() => {
  world.failed.mockReset()
  world.cookies.clear()
})

/** Sets the cookies of an attempt that next-auth has begun. */
async function beginAttempt(): Promise<void> {
  const values = { state: STATE, nonce: 'a-nonce', 'pkce.code_verifier': 'v'.repeat(43) }
  for (const [name, value] of Object.entries(values)) {
    const salt = `next-auth.${name}`
    world.cookies.set(salt, await encode({ token: { value, provider: 'oidc' }, secret: SECRET, salt }))
  }
}

async function callback(query: Record<string, string>): Promise<string | null> {
  const url = `${CONSOLE}/api/auth/callback/oidc?${new URLSearchParams(query)}`
  const request = new NextRequest(url, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  const answer = await GET(request, { params: Promise.resolve({ nextauth: ['callback', 'oidc'] }) })
  return new URL(answer.headers.get('location') ?? '').searchParams.get('error')
}

test.each([
  ['access_denied', 'declined'],
  ['unauthorized_client', 'client'],
  ['server_error', 'provider'],
])('an attempt that the provider ends with %s shows and logs the reason %s once', async (error, failure) => {
  await beginAttempt()
  expect(await callback({ error, error_description: 'swordfish', state: STATE, iss: provider.url })).toBe(failure)
  expect(world.failed.mock.calls).toEqual([
    [{ failure, error: expect.objectContaining({ error }), subject: null, address: '192.0.2.1' }],
  ])
})

test('an error of the provider for an attempt of another browser counts as such', async () => {
  expect(await callback({ error: 'access_denied', state: STATE, iss: provider.url })).toBe('state')
  await beginAttempt()
  expect(await callback({ error: 'access_denied', state: 'another', iss: provider.url })).toBe('state')
  expect(world.failed.mock.calls.map(([{ failure }]) => failure)).toEqual(['state', 'state'])
})

test('a cookie of another key counts as an attempt of another browser', async () => {
  const salt = 'next-auth.state'
  world.cookies.set(salt, await encode({ token: { value: STATE, provider: 'oidc' }, secret: 'another', salt }))
  expect(await callback({ code: 'x', state: STATE })).toBe('state')
})
