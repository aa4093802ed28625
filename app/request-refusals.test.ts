import { describe, expect, test } from 'vitest'
import { gatePass, PASS_HEADER } from '#lib/http/gate-headers.ts'
import { callRefusal, isServed, refusedEarly } from './request-refusals.ts'

const ask = (address: string, method = 'GET', headers: Record<string, string> = {}) =>
  refusedEarly(
    new Request(`http://console${address}`, {
      method,
      headers: { host: 'console', [PASS_HEADER]: gatePass(), ...headers },
    }),
  )

test.each([
  ['a body that is too large, with an audit entry', '/pools', 'POST', { 'content-length': '2000001' }, undefined],
  ['a sign-in from another site', '/api/auth/callback/demo', 'POST', { origin: 'https://evil.example' }, 403],
  ['a sign-in from a site beside this one', '/api/auth/callback/demo', 'POST', { 'sec-fetch-site': 'same-site' }, 403],
  ['a sign-in of the own page', '/api/auth/callback/demo', 'POST', { origin: 'http://console' }, undefined],
  [
    'the redirect of the identity provider',
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
])('a request to %s before the gate is open gets a retry', async (address, type) => {
  for (const pass of ['', 'a guess']) {
    const early = ask(address, 'GET', { [PASS_HEADER]: pass })
    expect([early?.status, early?.headers.get('retry-after'), early?.headers.get('content-type')]).toEqual([
      503,
      '1',
      type,
    ])
  }
})

const KNOWN = `40${'ab'.repeat(20)}`
const OWN = {
  host: 'console.example',
  origin: 'https://console.example',
  'next-action': KNOWN,
  'content-type': 'text/plain;charset=UTF-8',
}

const statusOf = (more: Readonly<Record<string, string | null>>) => {
  const given = Object.entries({ ...OWN, ...more }).filter((entry): entry is [string, string] => entry[1] !== null)
  return callRefusal(new Headers(given), id => id === KNOWN)?.status ?? null
}

describe('a server action call', () => {
  test.each([
    ['of an own page', {}, null],
    ['with a file', { 'content-type': 'multipart/form-data; boundary=x' }, null],
    ['behind a proxy', { host: 'internal:3000', 'x-forwarded-host': 'console.example' }, null],
    ['with Sec-Fetch-Site only', { origin: null, 'sec-fetch-site': 'same-origin' }, null],
    ['as large as may be', { 'content-length': '2000000' }, null],
    ['without an origin', { origin: null }, 403],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'https://console.example:8443' }, 403],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['of a page beside the console', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another site under the name of this one', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that is a form', { 'next-action': null, 'content-type': 'multipart/form-data; boundary=x' }, 400],
    ['with no id', { 'next-action': '' }, 400],
    ['with an id that cannot be one', { 'next-action': 'toString' }, 400],
    ['with an id of another build', { 'next-action': `60${'cd'.repeat(20)}` }, 404],
    ['with a body of another type', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['with a body of no type', { 'content-type': null }, 415],
    ['that is too large', { 'content-length': '2000001' }, 413],
  ])('%s', (_, headers, status) => {
    expect(statusOf(headers)).toBe(status)
  })
})

test.each([
  ['/', ['web'], true],
  ['/api/v1/pools', ['web', 'operators'], true],
  ['/', ['operators'], false],
  ['/api/v1/pools', ['operators'], false],
  ['/sign-in', ['operators'], false],
  ['/healthz', ['operators'], true],
  ['/readyz', ['operators'], true],
  ['/healthzz', ['operators'], false],
] as const)('%s in a process for %j: %j', (pathname, roles, served) => {
  expect(isServed(pathname, [...roles])).toBe(served)
})
