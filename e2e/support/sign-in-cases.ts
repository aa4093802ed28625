import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from './session-cookie.ts'
import { signInByRequest } from './sign-in.ts'

export const BINDING = '/bindings/CredentialsBinding/sap-aws-skr-cust-00013'

/** Addresses of pages that require a session. */
export const PAGES = [
  '/',
  '/pools',
  '/pools/aws~eu',
  '/bindings?q=type:aws',
  BINDING,
  `${BINDING}?tab=yaml`,
  '/simulator?plan=aws',
  '/allowlist',
]

/** Matches the address of the sign-in that returns to `address`. */
export const signInFor = (address: string) => (url: URL) =>
  url.pathname === '/sign-in' && url.searchParams.get('returnTo') === address

/** Targets of `returnTo` outside the console. */
export const FOREIGN_TARGETS = [
  '//evil.example',
  '///evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\u0000//evil.example',
  'evil.example',
  '@evil.example',
  '/pools@evil.example\\',
]

/** Invalid session cookies, by their fault. */
export const UNUSABLE_SESSIONS: readonly (readonly [
  what: string,
  value: (request: APIRequestContext) => Promise<string> | string,
])[] = [
  ['garbled', () => 'x.y.z'],
  ['empty', () => ''],
  ['very long', () => 'x'.repeat(3_000)],
  ['expired', async request => sealedToken(await newToken(request), { maxAge: -60 })],
  [
    'of another key',
    async request => sealedToken(await newToken(request), { secret: 'another-key-that-is-long-enough-too' }),
  ],
  ['without a session id', async request => sealedToken({ ...(await newToken(request)), session: undefined })],
  ['with an unknown session id', async request => sealedToken({ ...(await newToken(request)), session: 'made-up' })],
  ['without a session but with a role', () => sealedToken({ sub: 'admin', name: 'Ada Admin', role: 'admin' })],
  ['truncated', async request => (await sealedToken(await newToken(request))).slice(0, -8)],
  ['signed out', signedOut],
]

/** The token of a new session. */
export const newToken = async (request: APIRequestContext) => sessionTokenIn(await signInByRequest(request, 'viewer'))

export const setSessionCookie = (context: BrowserContext, url: string, value: string) =>
  context.addCookies([{ name: SESSION_COOKIE, value, url }])

/** A valid cookie, copied before its session ended. */
async function signedOut(request: APIRequestContext): Promise<string> {
  const copy = await sealedToken(await newToken(request))
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  expect((await request.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })).ok()).toBe(true)
  return copy
}
