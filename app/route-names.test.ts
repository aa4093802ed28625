import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROUTE_NAMES } from './route-names.ts'

test.each([
  ['/', '/'],
  ['/pools', '/pools'],
  ['/pools/', '/pools'],
  ['/pools/aws~eu', '/pools/…'],
  ['/bindings/CredentialsBinding/aws-1', '/bindings/…'],
  ['/api/v1/bindings/export', '/api/v1/bindings/export'],
  ['/api/v1/bindings/SecretBinding/x', '/api/v1/bindings/:kind/:name'],
  ['/api/v1/events', ROUTE_NAMES.stream],
  ['/api/v1/nothing', 'other'],
  ['/api/auth/callback/oidc', '/api/auth'],
  ['/_next/static/chunks/a.js', 'static'],
  ['/wp-login.php', 'other'],
  ['', '/'],
])('%s has the route %s', (pathname, route) => {
  expect(ROUTE_NAMES.of(pathname)).toBe(route)
})

test('every page has a distinct route', () => {
  const pages = readdirSync('app/(console)', { withFileTypes: true, recursive: true })
    .filter(entry => entry.name === 'page.tsx')
    .map(({ parentPath }) => parentPath.replace(/^app\/\(console\)\/?/, '').replaceAll(/\(\w+\)\/?/g, ''))
    .filter(page => !page.startsWith('[...'))
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(page => ROUTE_NAMES.of(`/${page}`) === 'other')).toEqual([])
})
