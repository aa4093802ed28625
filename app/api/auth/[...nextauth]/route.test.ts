import { NextRequest } from 'next/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { POST } from './route.ts'

const world = vi.hoisted(() => ({ take: vi.fn(), answer: vi.fn() }))

vi.mock('next-auth', () => ({ default: () => world.answer }))
vi.mock('next/headers', () => ({ cookies: async () => new Map() }))
vi.mock('#lib/auth/options.ts', () => ({ authOptions: () => ({}) }))
vi.mock('#lib/runtime.ts', () => ({
  runtime: () => ({
    auth: {
      origin: 'http://console',
      https: false,
      secret: '',
      demoUsers: false,
      attempts: { take: world.take },
      onFailedSignIn: () => undefined,
    },
  }),
}))

/** Signs in from an address; next-auth answers with a redirect. */
async function signInTo(location: string, address = '192.0.2.1'): Promise<Response> {
  world.answer.mockResolvedValue(new Response(null, { status: 302, headers: { location } }))
  const request = new NextRequest('http://console/api/auth/callback/demo', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    body: 'user=admin&json=true',
  })
  return POST(request, { params: Promise.resolve({ nextauth: ['callback', 'demo'] }) })
}

beforeEach(() => {
  world.take.mockReset().mockResolvedValue(0)
  world.answer.mockReset()
})

test.each([
  ['succeeds', 'http://console/pools', 302, [1]],
  ['fails', 'http://console/api/auth/error?error=CredentialsSignin', 401, [1, 5]],
])('an attempt that %s counts towards the limit of its address', async (_, location, status, costs) => {
  expect((await signInTo(location)).status).toBe(status)
  expect(world.take.mock.calls).toEqual(costs.map(cost => ['address 192.0.2.1', cost]))
})

test('returns 429 without a sign-in when the address has used up its attempts', async () => {
  world.take.mockResolvedValue(7)
  const answer = await signInTo('http://console/pools')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  expect(world.answer).not.toHaveBeenCalled()
})

test('counts the addresses of a network of IPv6 as one', async () => {
  for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9']) await signInTo('http://console/pools', address)
  expect(world.take.mock.calls.map(([key]) => key)).toEqual(Array(2).fill('address 2001:db8:1:2'))
})
