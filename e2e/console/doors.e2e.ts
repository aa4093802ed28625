import { once } from 'node:events'
import { connect } from 'node:net'
import { ROLES, type Role } from '#lib/auth/roles.ts'
import { cookieOf } from '../support/cookie-of.ts'
import { type Answer, callDoor, type Door, doorsOf } from '../support/doors.ts'
import { ACTIONS_FOR, PAGES_FOR, ROUTES_FOR } from '../support/doors-for.ts'
import { SESSION_COOKIE, sealedToken, sessionTokenIn } from '../support/session-cookie.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test.describe.configure({ mode: 'parallel' })

const DOORS = doorsOf('.next')
const SUBREQUEST = ['proxy', 'middleware'].map(name => Array(5).fill(name).join(':'))
const ELSEWHERE = [
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-site' },
]

/** Classifies a response: `signed out`, `role`, `elsewhere`, `passed`, or a failure. */
function wordOf({ kind, needs }: Door, { status, headers, text }: Answer): string {
  if (status >= 500) return `failed with ${status}`
  if (kind === 'page')
    return status === 307 && /^\/sign-in\b/.test(headers.get('location') ?? '') ? 'signed out' : 'passed'
  // The route of the audit log lists such refusals, so their text does not mean a refusal there.
  const isListing = kind === 'route' && status === 200
  if (!isListing && text.includes('Only this console’s own pages may call this.')) return `elsewhere, ${status}`
  if (kind === 'route') return status === 401 ? 'signed out' : status === 403 ? 'role' : 'passed'
  if (text.includes('Something failed on the server')) return 'failed'
  if (text.includes('Sign in to continue.')) return 'signed out'
  return text.includes(`Requires the ${needs} role.`) ? 'role' : 'passed'
}

/** The action returns null instead of an error; its unit test checks the roles. */
const SILENT = new Set(['changedBy'])

function expected({ name, needs }: Door, role: Role | null): string {
  if (needs === 'open') return 'passed'
  if (role === null) return 'signed out'
  if (SILENT.has(name)) return 'passed'
  return needs !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(needs) ? 'passed' : 'role'
}

/** Calls all entry points, four at a time, and lists those with an unexpected response. */
async function wrongs(
  doors: readonly Door[],
  url: string,
  headers: Readonly<Record<string, string>>,
  shouldBe: (door: Door) => string,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const left = [...doors]
  const work = async () => {
    for (let door = left.shift(); door; door = left.shift()) {
      const word = wordOf(door, await callDoor(url, door, headers))
      if (word !== shouldBe(door)) wrong.push(`${door.kind} ${door.name}: ${word}, not ${shouldBe(door)}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return wrong.toSorted()
}

test('the tables of required roles contain exactly the entry points of the build', () => {
  const named = (kind: Door['kind']) => DOORS.filter(door => door.kind === kind).map(({ name }) => name)
  expect(named('route').toSorted()).toEqual(Object.keys(ROUTES_FOR).toSorted())
  expect(named('page').toSorted()).toEqual(Object.keys(PAGES_FOR).toSorted())
  expect(named('action').toSorted()).toEqual(Object.keys(ACTIONS_FOR).toSorted())
})

test('every entry point refuses a request without a session, with an expired or ended one, and with a forged subrequest header', async ({
  landscape,
  playwright,
}) => {
  const signedOut = (door: Door) => expected(door, null)
  expect(await wrongs(DOORS, landscape.url, {}, signedOut)).toEqual([])
  const visitor = await playwright.request.newContext({ baseURL: landscape.url })
  const cookies = await signInByRequest(visitor, 'admin')
  const token = await sessionTokenIn(cookies)
  const sealed = async (maxAge: number) => ({
    cookie: `${SESSION_COOKIE}=${await sealedToken(token, { maxAge })}`,
  })
  const health = async (headers: Record<string, string>) =>
    (await fetch(`${landscape.url}/api/v1/health`, { headers })).status
  // Each of these requests is valid except for one fault.
  expect(await health(await sealed(60))).toBe(200)
  expect(await wrongs(DOORS, landscape.url, await sealed(-60), signedOut)).toEqual([])
  const copy = { cookie: cookieOf(cookies) }
  expect(await health(copy)).toBe(200)
  const { csrfToken } = await (await visitor.get('/api/auth/csrf')).json()
  expect((await visitor.post('/api/auth/signout', { form: { csrfToken, json: 'true' } })).ok()).toBe(true)
  await visitor.dispose()
  expect(await wrongs(DOORS, landscape.url, copy, signedOut)).toEqual([])
  for (const subrequest of SUBREQUEST)
    expect(await wrongs(DOORS, landscape.url, { 'x-middleware-subrequest': subrequest }, signedOut)).toEqual([])
})

for (const role of ROLES)
  test(`${role}: every entry point responds as the tables say`, async ({ landscape, playwright }) => {
    // A new session, because the sign-in of a shared one may be too old for some actions.
    const visitor = await playwright.request.newContext({ baseURL: landscape.url })
    const cookie = cookieOf(await signInByRequest(visitor, role))
    await visitor.dispose()
    // Pages are open to every role and show what it may see; the sign-in redirects a signed-in user.
    expect(
      await wrongs(DOORS, landscape.url, { cookie }, door => expected(door, door.kind === 'page' ? 'admin' : role)),
    ).toEqual([])
  })

test("a page of another site cannot change anything, even in an admin's browser", async ({ landscape, sessionOf }) => {
  const cookie = cookieOf(await sessionOf('admin'))
  const changes = DOORS.filter(({ kind, method, needs }) => kind !== 'page' && method !== 'GET' && needs !== 'open')
  expect(changes.length).toBeGreaterThan(40)
  for (const headers of ELSEWHERE)
    expect(await wrongs(changes, landscape.url, { cookie, ...headers }, () => 'elsewhere, 403')).toEqual([])
})

test('a server action at the address of a file passes the same checks as at a page', async ({
  landscape,
  sessionOf,
}) => {
  const cookie = cookieOf(await sessionOf('admin'))
  const [action] = DOORS.filter(({ kind, needs }) => kind === 'action' && needs === 'operator')
  expect(action).toBeDefined()
  if (!action) return
  for (const address of ['/_next/static/nothing', '/_next/static/..%2fnothing']) {
    const door = { ...action, address }
    for (const headers of ELSEWHERE)
      expect(wordOf(door, await callDoor(landscape.url, door, { cookie, ...headers })), address).toBe('elsewhere, 403')
  }
})

test('a request without a session is refused before its body is sent', async ({ landscape }) => {
  const { port, hostname, host } = new URL(landscape.url)
  const [action] = DOORS.filter(({ kind }) => kind === 'action')
  for (const [address, header] of [
    ['/pools', `next-action: ${action?.action}`],
    ['/api/v1/jobs', 'content-type: application/json'],
    ['/_next/static/nothing.js', `next-action: ${action?.action}`],
  ]) {
    const socket = connect(Number(port), hostname).setEncoding('utf8')
    socket.write(`POST ${address} HTTP/1.1\r\nhost: ${host}\r\n${header}\r\ncontent-length: 2000000\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    expect(answer, address).toMatch(/^HTTP\/1.1 401 /)
    expect(answer, address).toContain('Sign in to continue.')
  }
})

test('no form, content type or method override bypasses the checks of a change', async ({ landscape, sessionOf }) => {
  const cookie = cookieOf(await sessionOf('admin'))
  const host = new URL(landscape.url).origin
  const body = JSON.stringify({ page: 'pools', name: 'forged', query: '', shared: true })
  const send = async (method: string, headers: Record<string, string>, sent: BodyInit | null = body) =>
    (await fetch(`${landscape.url}/api/v1/views`, { method, headers: { cookie, ...headers }, body: sent })).status
  expect(await send('POST', { 'content-type': 'text/plain', origin: host })).toBe(415)
  expect(await send('POST', { 'content-type': 'application/x-www-form-urlencoded', origin: host })).toBe(415)
  const form = new FormData()
  form.set('name', 'forged')
  expect(await send('POST', { origin: host }, form)).toBe(415)
  for (const name of ['x-http-method-override', 'x-method-override', 'x-http-method'])
    expect(await send('GET', { [name]: 'POST' }, null), name).toBe(400)
  const views = await fetch(`${landscape.url}/api/v1/views?page=pools`, { headers: { cookie } })
  expect(await views.text()).not.toContain('forged')
})

test('every response has the security headers and redirects only to this console', async ({ landscape, sessionOf }) => {
  const cookie = cookieOf(await sessionOf('viewer'))
  const addresses = [
    ...['/', '/sign-in', '/nothing', '/api/v1/pools', '/api/nothing', '/healthz', '/readyz', '/mark.svg'],
    ...['/favicon.ico', '/%ff', '/_next/static/nothing.js', '//evil.example/x', '/bindings/', '/api/auth/session'],
  ]
  for (const address of addresses) {
    for (const who of [{}, { cookie }]) {
      const sent = { ...who, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
      const { headers } = await fetch(landscape.url + address, { headers: sent, redirect: 'manual' })
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy, address).toContain(part)
      expect(policy, address).not.toMatch(/script-src[^;]*'unsafe-inline'/)
      expect(headers.get('x-content-type-options'), address).toBe('nosniff')
      expect(headers.get('referrer-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-opener-policy'), address).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy'), address).toBe('same-origin')
      expect(headers.get('permissions-policy'), address).toContain('camera=()')
      expect(headers.get('access-control-allow-origin'), address).toBeNull()
      // These tests connect to the console by http.
      expect(headers.get('strict-transport-security'), address).toBeNull()
      const location = headers.get('location')
      if (location !== null) expect(new URL(location, landscape.url).origin, address).toBe(landscape.url)
    }
  }
})
