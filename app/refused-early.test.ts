import { expect, test } from 'vitest'
import { gatePass, METHOD_HEADER, PASS_HEADER } from '#lib/http/gate-headers.ts'
import { refusedEarly } from './refused-early.ts'

const ask = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
  refusedEarly(
    new Request(`http://console${address}`, {
      method,
      headers: { host: 'console', [PASS_HEADER]: gatePass(), ...headers },
    }),
  )

test.each([
  ['what is too large, which leaves a trace', '/pools', 'POST', { 'content-length': '2000001' }, undefined],
  ['a sign-in from another site', '/api/auth/callback/demo', 'POST', { origin: 'https://evil.example' }, 403],
  ['a sign-in from a site beside this one', '/api/auth/callback/demo', 'POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['a sign-in of the own page', '/api/auth/callback/demo', 'POST', { origin: 'http://console' }, undefined],
  [
    'the way back from who signs people in',
    '/api/auth/callback/x',
    'GET',
    { 'sec-fetch-site': 'cross-site' },
    undefined,
  ],
])('%s', async (_, address, method, headers, status) => {
  expect(ask(address, method, headers)?.status).toBe(status)
})

test.each([
  ['/api/v1/pools', 'application/problem+json'],
  ['/pools', 'text/plain'],
])('what came to %s before the gate was open is to come again', async (address, type) => {
  for (const pass of ['', 'a guess']) {
    const early = ask(address, 'GET', { [PASS_HEADER]: pass })
    expect([early?.status, early?.headers.get('retry-after'), early?.headers.get('content-type')]).toEqual([
      503,
      '1',
      type,
    ])
  }
})

test('a method that Next.js cannot read is named as not allowed', async () => {
  const answer = ask('/api/v1/pools', 'OPTIONS', { [METHOD_HEADER]: 'TRACE' })
  expect([answer?.status, answer?.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE'])
  expect(await answer?.json()).toMatchObject({ detail: 'No address takes TRACE.' })
})
