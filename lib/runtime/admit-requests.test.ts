import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import { BadTokenError } from '#lib/auth/bad-token.ts'
import type { User } from '#lib/auth/session.ts'
import { METHOD_HEADER, SESSION_HEADER } from '#lib/http/gate-headers.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { createRateLimits } from '../http/rate-limits.ts'
import { admitRequests, servedHosts } from './admit-requests.ts'

const ADA: User = { id: 'oidc:ada', name: 'Ada', role: 'admin' }
const SCRIPT: User = { id: 'token:1', name: 'token ci of Ada', role: 'viewer' }
const DOWN = new StoreError('The database is not responding (db.internal:5432).')

const sessionOf = vi.fn(async (cookie: string) => (cookie.startsWith('of ') ? cookie.slice(3) : null))
const recent = vi.fn((_: string): User | null => null)
const check = vi.fn(async (id: string): Promise<User | null> => {
  if (id === 'down') throw DOWN
  return id === 'ada' ? ADA : null
})
const userOfToken = vi.fn(async (token: string): Promise<User> => {
  if (token === 'down') throw DOWN
  if (token !== 'good') throw new BadTokenError('This token is revoked.')
  return SCRIPT
})

const LIMITS = { requestsPerUser: 0, requestsPerAddress: 0, bytesPerUser: 0, bytesPerAddress: 0 }
let limits = LIMITS

beforeEach(() => {
  limits = LIMITS
  recent.mockReset().mockReturnValue(null)
  check.mockClear()
})

function admission(servesHost: (host: string) => boolean = () => true) {
  return admitRequests({
    limits: createRateLimits(limits, () => 0),
    sessionOf,
    sessions: { recent, check },
    userOfToken,
    servesHost,
  })
}

function requestOf(method: string, url: string, headers: Record<string, string> = {}) {
  return { method, url, headers: { 'x-forwarded-for': '192.0.2.1', ...headers } } as unknown as IncomingMessage
}

const POST = { 'content-length': '2000000' }
const STREAM = { 'transfer-encoding': 'chunked' }
const PAGE = '/pools'
const API = '/api/v1/jobs'

test.each<[string, string, string, Record<string, string>, number | null]>([
  ['an action without a cookie', 'POST', PAGE, POST, 401],
  ['an action with a forged cookie', 'POST', PAGE, { ...POST, cookie: 'made up' }, 401],
  ['an action with a revoked session', 'POST', PAGE, { ...POST, cookie: 'of nobody' }, 401],
  ['an action of a user', 'POST', PAGE, { ...POST, cookie: 'of ada' }, null],
  [
    'an action with a token, which works for the API only',
    'POST',
    PAGE,
    { ...POST, authorization: 'Bearer good' },
    401,
  ],
  ['an action without a body', 'POST', PAGE, {}, 401],
  [
    'an action at the address of a file, on which Next.js fails',
    'POST',
    '/mark.svg',
    { ...POST, cookie: 'of ada' },
    405,
  ],
  ['an action at the address of a probe', 'POST', '/healthz', { ...POST, cookie: 'of ada' }, 405],
  ['an action while the database is down', 'POST', PAGE, { ...POST, cookie: 'of down' }, 503],
  ['a write of the API without anything', 'PUT', API, POST, 401],
  ['a deletion without anything', 'DELETE', API, {}, 401],
  ['a write of a user', 'POST', API, { ...POST, cookie: 'of ada' }, null],
  ['a write with a token', 'POST', API, { ...POST, authorization: 'Bearer good' }, null],
  ['a write with a bad token beside a good cookie', 'POST', API, { authorization: 'bearer x', cookie: 'of ada' }, 401],
  ['a token while the database is down', 'POST', API, { authorization: 'Bearer down' }, 503],
  ['a sign-in', 'POST', '/api/auth/callback/demo', { 'content-length': '200' }, null],
  ['a sign-in with a body that is no form', 'POST', '/api/auth/callback/demo', POST, 413],
  ['a sign-in of unknown length', 'POST', '/api/auth/callback/demo', STREAM, 413],
  ['a write that hides behind the address of a sign-in', 'POST', '/api/auth/%2e%2e/v1/jobs', POST, 401],
  ['OPTIONS with a body', 'OPTIONS', PAGE, POST, 401],
  ['OPTIONS with a body of unknown length', 'OPTIONS', API, STREAM, 401],
  ['OPTIONS without a body', 'OPTIONS', API, {}, null],
  ['OPTIONS of a file', 'OPTIONS', '/_next/static/a.js', {}, 405],
  ['OPTIONS of the mark', 'OPTIONS', '/mark.svg', {}, 405],
  ['OPTIONS of a probe', 'OPTIONS', '/healthz', {}, 405],
  ['a page without a session, which the proxy sends to the sign-in', 'GET', PAGE, {}, null],
  ['a read of the API, which its route decides on', 'GET', API, {}, null],
])('%s', async (_, method, url, headers, status) => {
  const refusal = await admission()(requestOf(method, url, headers))
  expect(refusal?.status ?? null).toBe(status)
  const isProblem = refusal?.headers.get('content-type') === 'application/problem+json'
  if (refusal) expect(isProblem).toBe(url.startsWith('/api'))
})

test.each([API, PAGE, '/mark.svg', '/_next/static/a.js', '/healthz', '/metrics'])(
  'returns 405 to TRACE of %s',
  async url => {
    const answer = await admission()(requestOf('OPTIONS', url, { [METHOD_HEADER]: 'TRACE' }))
    expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
    expect(await answer?.text()).toContain('TRACE is not supported.')
  },
)

test('returns 401 with the challenge of RFC 6750 and the next step', async () => {
  const bad = await admission()(requestOf('POST', API, { authorization: 'Bearer x' }))
  expect(bad?.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  const none = await admission()(requestOf('POST', API))
  expect(none?.headers.get('www-authenticate')).toBe('Bearer')
  expect(await none?.json()).toMatchObject({ status: 401, detail: 'Sign in to continue.' })
  expect(await (await admission()(requestOf('POST', PAGE)))?.text()).toBe('Sign in to continue.')
})

test.each([
  ['a token', { authorization: 'Bearer down' }],
  ['a cookie', { cookie: 'of down' }],
])('a caller with %s that cannot be checked does not learn the address of the database', async (_, headers) => {
  const refusal = await admission()(requestOf('POST', API, headers))
  expect(await refusal?.text()).not.toContain('db.internal')
})

test('a user who was signed in a moment ago learns why the database is down', async () => {
  recent.mockReturnValue(ADA)
  const refusal = await admission()(requestOf('POST', API, { cookie: 'of down' }))
  expect(await refusal?.text()).toContain('db.internal')
})

test.each([
  ['a lasting session', 'of ada', 'yes'],
  ['a forged cookie', 'made up', undefined],
  ['a session that ended', 'of nobody', undefined],
  ['an unknown session while the database is down', 'of down', undefined],
])('a page of %s', async (_, cookie, told) => {
  const request = requestOf('GET', PAGE, { cookie })
  expect(await admission()(request)).toBeNull()
  expect(request.headers[SESSION_HEADER]).toBe(told)
})

test('checks sessions in the database for pages and writes, and in the cache for reads of the API', async () => {
  recent.mockReturnValue(ADA)
  await admission()(requestOf('GET', API, { cookie: 'of ada' }))
  expect(check).not.toHaveBeenCalled()
  await admission()(requestOf('POST', API, { cookie: 'of ada' }))
  await admission()(requestOf('GET', PAGE, { cookie: 'of ada' }))
  expect(check).toHaveBeenCalledTimes(2)
})

test.each([
  ['requests of a user', { requestsPerUser: 1 }, 'GET', { cookie: 'of ada' }],
  ['requests from an address', { requestsPerAddress: 1 }, 'GET', {}],
  ['bytes of a user', { bytesPerUser: 3_000_000 }, 'POST', { ...POST, cookie: 'of ada' }],
  [
    'bytes of a user, by bodies of unknown length',
    { bytesPerUser: 3_000_000 },
    'POST',
    { ...STREAM, cookie: 'of ada' },
  ],
])('limits %s', async (_, limit, method, headers) => {
  limits = { ...LIMITS, ...limit }
  const admit = admission()
  expect(await admit(requestOf(method, API, headers))).toBeNull()
  const refusal = await admit(requestOf(method, API, headers))
  expect([refusal?.status, Number(refusal?.headers.get('retry-after')) > 0]).toEqual([429, true])
})

test('refused bodies count for their address', async () => {
  limits = { ...LIMITS, bytesPerAddress: 3_000_000 }
  const admit = admission()
  const statuses = [POST, POST, {}].map(async headers => (await admit(requestOf('POST', PAGE, headers)))?.status)
  expect(await Promise.all(statuses)).toEqual([401, 429, 401])
})

test('a revoked session does not consume the budget of its user', async () => {
  limits = { ...LIMITS, requestsPerUser: 1 }
  const admit = admission()
  for (let count = 0; count < 3; count++)
    expect((await admit(requestOf('POST', API, { cookie: 'of x' })))?.status).toBe(401)
  expect(await admit(requestOf('POST', API, { cookie: 'of ada' }))).toBeNull()
})

test.each(['/healthz', '/readyz/', '/metrics', '/mark.svg', '/_next/static/a.js'])(
  'does not decide about %s',
  address => {
    expect(admission()(requestOf('GET', address))).toBeNull()
    expect(admission()(requestOf('POST', address))).not.toBeNull()
  },
)

test.each([
  ['localhost:3000', null],
  ['127.0.0.1:3000', null],
  ['[::1]:3000', null],
  ['hap.example.com', null],
  ['HAP.example.com', null],
  ['hap.example.com:8080', 421],
  ['localhost.evil.example:3000', 421],
  ['evil.example:3000', 421],
  ['', 421],
])(
  'a console with demo users and HAP_URL=https://hap.example.com responds to the host %j with %j',
  async (host, status) => {
    const admit = admission(servedHosts({ HAP_URL: 'https://hap.example.com' }, true))
    const refusal = await admit(requestOf('GET', API, { host }))
    expect(refusal?.status ?? null).toBe(status)
    if (refusal) expect(await refusal.text()).toContain('Set HAP_URL')
    expect(await admit(requestOf('GET', '/healthz', { host }))).toBeNull()
  },
)

test('a console without demo users accepts each host', async () => {
  const admit = admission(servedHosts({ HAP_URL: null }, false))
  expect(await admit(requestOf('GET', API, { host: 'hap.example.com' }))).toBeNull()
})

test.each([
  ['localhost:3000', 'localhost:8080', null],
  ['127.0.0.1:3000', 'evil.example', 421],
  ['evil.example', 'localhost:3000', 421],
  ['localhost:3000', 'localhost:3000, evil.example', 421],
])(
  'a console with demo users behind a proxy responds to the host %j, forwarded for %j, with %j',
  async (host, forwarded, status) => {
    const admit = admission(servedHosts({ HAP_URL: null }, true))
    const refusal = await admit(requestOf('GET', API, { host, 'x-forwarded-host': forwarded }))
    expect(refusal?.status ?? null).toBe(status)
  },
)
