import { beforeEach, expect, test, vi } from 'vitest'
import { answerApi, RESOURCES } from '#lib/api/api.ts'
import { CROSS_SITE_REFUSAL, clientAddress, isTrusted, parseTrustedProxies } from './request-origin.ts'

const listed = (...entries: string[]) => {
  const list = parseTrustedProxies(entries)
  if (list === null) throw new Error('not a list')
  return list
}

test.each([['10.0.0.0/8'], ['10.0.0.1'], ['2001:db8::/32'], ['::1']])('accepts the proxy %s', entry => {
  expect(parseTrustedProxies([entry])).not.toBeNull()
})

test.each(['', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', '10.0.0.0/8/8', '10.0.0.1:80'])(
  'rejects the proxy %j',
  entry => {
    expect(parseTrustedProxies(['10.0.0.1', entry])).toBeNull()
  },
)

test.each([
  ['without trusted proxies', [], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['another proxy than the trusted one', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['the trusted one', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['the trusted one, by a socket of IPv6', ['10.0.0.0/8'], '::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
  ['without the header', ['10.0.0.0/8'], '10.1.2.3', undefined, '10.1.2.3'],
  ['with an unreadable header', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7, unknown', '10.1.2.3'],
  ['the client made up what comes before', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['two trusted ones', ['10.0.0.0/8'], '10.1.2.3', '203.0.113.9, 198.51.100.7, 10.9.9.9', '198.51.100.7'],
  ['only trusted ones', ['10.0.0.0/8'], '10.1.2.3', '10.0.0.9', '10.0.0.9'],
  ['one of IPv6', ['2001:db8::/32'], '2001:db8::1', '2001:db9::7', '2001:db9::7'],
  ['it appends a port', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7:51234', '198.51.100.7'],
  ['it appends a port to IPv6', ['10.0.0.0/8'], '10.1.2.3', '[2001:db9::7]:51234', '2001:db9::7'],
  ['it brackets IPv6', ['10.0.0.0/8'], '10.1.2.3', '[2001:db9::7]', '2001:db9::7'],
  ['two append ports', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.7:1, 10.9.9.9:2', '198.51.100.7'],
  ['a mapped address with a port', ['10.0.0.0/8'], '10.1.2.3', '[::ffff:198.51.100.7]:3', '198.51.100.7'],
  ['no address in brackets', ['10.0.0.0/8'], '10.1.2.3', '[unknown]:51234', '10.1.2.3'],
])('%s', (_, trusted, peer, forwarded, expected) => {
  expect(clientAddress(peer, forwarded, listed(...trusted))).toBe(expected)
})

test('a range applies to its own family', () => {
  expect(isTrusted('10.0.0.1', listed('10.0.0.0/8'))).toBe(true)
  expect(isTrusted('11.0.0.1', listed('10.0.0.0/8'))).toBe(false)
  expect(isTrusted('::1', listed('0.0.0.0/0'))).toBe(false)
  expect(isTrusted('', listed('0.0.0.0/0'))).toBe(false)
})

const audit = vi.hoisted(() => ({ refused: vi.fn() }))

const userOfToken = vi.hoisted(() => async () => {
  const { BadTokenError } = await import('#lib/auth/bad-token.ts')
  throw new BadTokenError('not known')
})

// Reading any other part of a route before the origin is checked fails.
vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({ auth: {}, audit, landscape: { namespace: 'garden' }, userOfToken }),
}))
vi.mock('#lib/telemetry/log.ts', () => ({ logError: () => 'reference' }))
vi.mock('#lib/auth/session.ts', () => ({
  requireSession: async () => ({ user: { id: '1', name: 'ada', role: 'admin' } }),
  NotAuthorisedError: class extends Error {},
}))

/** Every operation that has a body or changes something. */
const ROUTES = RESOURCES.flatMap(({ routes }) =>
  routes.filter(({ kind }) => kind !== 'read').map(route => [route.method, route.path, route.kind] as const),
)

/** The headers by which browsers describe the calling page. */
const ELSEWHERE = {
  'another site': { origin: 'https://evil.example' },
  'a page in a sandbox': { origin: 'null' },
  'a page by plain http': { origin: 'http://console', 'x-forwarded-proto': 'https' },
  'a site beside this one': { origin: 'http://console', 'sec-fetch-site': 'same-site' },
} as const

beforeEach(() => {
  audit.refused.mockReset()
})

test('there are routes that change something', () => {
  expect(ROUTES).toContainEqual(['POST', '/jobs/:id/cancel', 'write'])
})

test.each(ROUTES)('%s of %s refuses pages of other sites and records the attempt', async (method, path, kind) => {
  for (const headers of Object.values(ELSEWHERE)) {
    audit.refused.mockReset()
    const answer = await call(method, path, headers)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ detail: CROSS_SITE_REFUSAL })
    if (kind === 'compute') expect(audit.refused).not.toHaveBeenCalled()
    else
      expect(audit.refused).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ actor: { name: 'ada', role: 'admin', identity: { issuer: 'demo', subject: '1' } } }),
        CROSS_SITE_REFUSAL,
      )
  }
})

test.each(ROUTES)('%s of %s accepts a token from any origin', async (method, path) => {
  const headers = { ...ELSEWHERE['another site'], authorization: 'Bearer hap_unknown' }
  const answer = await call(method, path, headers)
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

function call(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const address = path.replaceAll(/:\w+/g, '7d0b0f0e-7c55-4d0e-9a44-0d1e1fbd1c4e')
  const request = new Request(`http://console/api/v1${address}`, {
    method,
    body: method === 'DELETE' ? null : '{}',
    headers: { ...headers, host: 'console', 'content-type': 'application/json', 'idempotency-key': 'k-1' },
  })
  return answerApi(request)
}
