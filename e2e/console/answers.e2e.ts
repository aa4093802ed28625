import { connect } from 'node:net'
import { failRequests } from '../support/garden-faults.ts'
import { expect, test } from '../support/test.ts'

const DEMO = '/api/auth/callback/demo'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test.describe('requests that no browser sends', () => {
  const odd = [
    ['a sign-in by address', 'GET', `${DEMO}?user=admin`, {}, undefined, 405],
    ['a sign-in as JSON', 'POST', DEMO, { 'content-type': 'application/json' }, '\u001b[2J', 415],
    ['a sign-in without a type', 'POST', DEMO, { 'content-type': '' }, 'user=admin', 415],
    ['a sign-in of 20 kB', 'POST', DEMO, FORM, `user=${'x'.repeat(20_000)}`, 413],
    ['an address with an invalid percent encoding', 'GET', '/api/v1/pools/%ff', {}, undefined, 400],
    ['an address with a NUL', 'GET', '/api/v1/jobs/%00', {}, undefined, 400],
    ['the address of a page with a NUL', 'GET', '/bindings/CredentialsBinding/x%00', {}, undefined, 400],
    ['an address beside a file', 'GET', '/mark.svgx', {}, undefined, 200],
  ] as const
  for (const [what, method, path, headers, data, status] of odd) {
    test(`${what}: ${status}`, async ({ request }) => {
      const answer = await request.fetch(path, { method, headers, ...(data === undefined ? {} : { data }) })
      expect(answer.status()).toBe(status)
      expect(answer.headers()['x-content-type-options']).toBe('nosniff')
      expect(answer.headers()['content-security-policy']).toContain("default-src 'none'")
    })
  }
})

test('the API responds with its own message to an unknown route, method or parameter', async ({ page, signIn }) => {
  await signIn('operator')
  const cases = [
    ['PUT', '/api/v1/claims', 405, 'GET, HEAD, POST, OPTIONS', /does not accept PUT/],
    ['DELETE', '/api/v1/claims', 405, 'GET, HEAD, POST, OPTIONS', /does not accept DELETE/],
    ['PUT', '/api/v1/claims/c-1', 405, 'GET, HEAD, PATCH, DELETE, OPTIONS', /does not accept PUT/],
    ['POST', '/api/v1/bindings', 405, 'GET, HEAD, OPTIONS', /does not accept POST/],
    ['GET', '/api/v1/nothing', 404, undefined, /does not have this address/],
    [
      'GET',
      '/api/v1/claims?cluster=c-1',
      400,
      undefined,
      /Unknown parameter "cluster"\. Parameters: key, tenant, pool,/,
    ],
    ['GET', '/api/v1/bindings/export?format=csv&colums=name', 400, undefined, /"colums"/],
  ] as const
  for (const [method, address, status, allow, words] of cases) {
    const answer = await page.request.fetch(address, { method })
    expect(answer.status(), address).toBe(status)
    expect(answer.headers().allow, address).toBe(allow)
    expect(answer.headers()['content-type']).toBe('application/problem+json')
    expect(answer.headers()['x-content-type-options']).toBe('nosniff')
    expect((await answer.json()).detail).toMatch(words)
  }
  expect((await page.request.head('/api/v1/health')).status()).toBe(200)
})

test('an error of Gardener is returned with its status and a message', async ({ page, garden, signIn }) => {
  await signIn('viewer')
  const list = await page.request.get('/api/v1/bindings?limit=1')
  const [binding] = (await list.json()).rows
  const yaml = `/api/v1/bindings/${binding.kind}/${binding.name}/yaml`
  expect((await page.request.get(yaml)).status()).toBe(200)
  expect((await page.request.get('/api/v1/bindings/Secret/nobody/yaml')).status()).toBe(404)
  for (const status of [409, 503]) {
    const resource =
      binding.kind === 'SecretBinding'
        ? 'secretbindings.core.gardener.cloud'
        : 'credentialsbindings.security.gardener.cloud'
    const recover = await failRequests(garden, resource, status)
    const answer = await page.request.get(yaml)
    await recover()
    expect(answer.status()).toBe(status)
    expect((await answer.json()).detail).toMatch(/^Could not get /)
  }
})

test('HEAD of the events opens no stream and does not use up the limit of streams', async ({ page, signIn }) => {
  await signIn('viewer')
  for (let round = 0; round < 6; round++) {
    const heads = await Promise.all(Array.from({ length: 20 }, () => page.request.head('/api/v1/events')))
    expect(new Set(heads.map(head => head.status()))).toEqual(new Set([200]))
  }
  await page.goto('/')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

test('a WebSocket upgrade gets a response and the connection is closed', async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL ?? '')
  for (const path of ['/', '/api/v1/health', '/_next/webpack-hmr']) {
    const socket = connect(Number(port), hostname)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    expect(answer, path).toMatch(/^HTTP\/1\.1 [34]\d\d /)
  }
})
