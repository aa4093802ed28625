import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { TOKENS_OF_FORMER_ADMINS } from '#lib/services/tokens/former-admins.ts'
import { TOKENS_OF_UNCONFIRMED_CREATORS } from '#lib/services/tokens/unconfirmed-creators.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { checkRecentSignIns, checkSignIn } from './check-sign-in.ts'

const folder = temporaryFolders('doctor-sign-in')

/** Response of the identity provider to a request for its discovery document. */
let says: (address: string) => { readonly status: number; readonly body: string }
let server: http.Server
let issuer: string

beforeAll(async () => {
  server = http.createServer((request, response) => {
    const isAsked = request.url === '/realm/.well-known/openid-configuration'
    const { status, body } = isAsked ? says(issuer) : { status: 404, body: '' }
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
})

afterAll(() => server.close())

async function checked(settings: Readonly<Record<string, string>>, clock?: () => number) {
  const parsed = parseEnv(settings)
  if (!parsed.ok) throw new Error('not settings')
  return (await checkSignIn(parsed.env, clock)).map(({ verdict, says: words }) => `${verdict}: ${words}`)
}
const oidc = (more: Readonly<Record<string, string>> = {}) => ({
  HAP_OIDC_ISSUER: issuer,
  HAP_OIDC_CLIENT_ID: 'hap',
  HAP_ROLE_GROUPS: 'admin=admins',
  ...more,
})
const empty = () => {
  const file = path.join(folder(), 'secret')
  writeFileSync(file, '')
  return file
}

test.each([
  ['without a client', () => oidc({ HAP_OIDC_CLIENT_ID: '' }), 'HAP_OIDC_CLIENT_ID is missing'],
  ['without groups', () => oidc({ HAP_ROLE_GROUPS: '' }), 'HAP_ROLE_GROUPS is missing'],
  ['with unreadable groups', () => oidc({ HAP_ROLE_GROUPS: 'king=all' }), 'HAP_ROLE_GROUPS: '],
  ['with two secrets', () => oidc({ HAP_OIDC_SECRET: 'a', HAP_OIDC_SECRET_FILE: 'b' }), 'are both set'],
  ['with an unreadable secret', () => oidc({ HAP_OIDC_SECRET_FILE: '/there/is/none' }), 'cannot be read (ENOENT)'],
  ['with an empty secret', () => oidc({ HAP_OIDC_SECRET_FILE: empty() }), 'is empty'],
  [
    'with demo users on a public address',
    () => ({ KUBECONFIG: 'k.yaml', HAP_DEMO_USERS: 'on', HAP_URL: 'https://hap.example.com' }),
    'HAP_DEMO_USERS=on allows sign-in without a password',
  ],
])('settings that stop the start are a fault: %s', async (_, settings, words) => {
  const [found, ...more] = await checked(settings())
  expect(found).toMatch(/^wrong: /)
  expect(found).toContain(words)
  expect(more).toEqual([])
})

test('the embedded default has its demo users', async () => {
  expect(await checked({})).toEqual(['well: Demo users sign in without a password.'])
})

test('without an identity provider the doctor reports that sign-ins are impossible', async () => {
  expect(await checked({ KUBECONFIG: 'k.yaml' })).toEqual(['note: No user can sign in.'])
})

const described = (name: string) => ({ status: 200, body: JSON.stringify({ issuer: name }) })

test('a responding identity provider and its clock are fine', async () => {
  says = described
  expect(await checked(oidc())).toEqual([
    `well: The identity provider ${issuer} responds.`,
    'well: The clock of this machine matches that of the identity provider.',
  ])
})

test.each([
  [20, 'note'],
  [45, 'wrong'],
  [-45, 'wrong'],
])('a clock skew of %d s is a %s with a tolerance of 30 s', async (seconds, verdict) => {
  says = described
  const [, clock] = await checked(oidc({ HAP_OIDC_CLOCK_SKEW: '30' }), () => Date.now() + seconds * 1_000)
  expect(clock).toMatch(
    new RegExp(`^${verdict}: The clock of this machine is \\d+ s ${seconds > 0 ? 'ahead of' : 'behind'} that of`),
  )
})

test.each([
  [
    'that calls itself otherwise',
    () => described('https://other.example.com'),
    'names its issuer https://other.example.com',
  ],
  ['that leads elsewhere', () => ({ status: 302, body: '' }), 'responds with status 302'],
  ['that describes nothing', () => ({ status: 200, body: '<html>' }), 'does not describe an issuer'],
])('an identity provider %s is a fault', async (_, answer, words) => {
  says = answer
  const [found] = await checked(oidc())
  expect(found).toMatch(/^wrong: /)
  expect(found).toContain(words)
})

test.each([
  [['sub', 'auth_time'], []],
  [['sub'], [expect.stringMatching(/^note: It does not list auth_time among its claims\. .* no sign-in is recent/)]],
])('an identity provider that lists the claims %j', async (claims, found) => {
  says = name => ({ status: 200, body: JSON.stringify({ issuer: name, claims_supported: claims }) })
  expect((await checked(oidc())).slice(1, -1)).toEqual(found)
})

test('an identity provider that does not respond is a fault', async () => {
  expect(await checked(oidc({ HAP_OIDC_ISSUER: 'http://127.0.0.1:9/realm' }))).toEqual([
    expect.stringMatching(
      /^wrong: http:\/\/127\.0\.0\.1:9\/realm\/\.well-known\/openid-configuration does not respond \(/,
    ),
  ])
})

test.each([
  [null, ['note: API tokens of users who are no longer admins still work: ci (Ada Admin).']],
  [false, ['note: API tokens of users who are no longer admins still work: ci (Ada Admin).']],
  [true, []],
])(
  'names the tokens of former admins unless HAP_TOKENS_END_WITH_ROLE, here %s, ends them',
  async (setting, expected) => {
    const rows = [{ name: 'ci', creatorName: 'Ada Admin' }]
    const query = async (text: string) => ({ rows: text === TOKENS_OF_FORMER_ADMINS ? rows : [] })
    const env = { HAP_OIDC_ISSUER: null, HAP_TOKENS_GRANT_ACCESS: false, HAP_TOKENS_END_WITH_ROLE: setting }
    const checks = await checkRecentSignIns({ query } as unknown as Parameters<typeof checkRecentSignIns>[0], env)
    expect(checks.map(({ verdict, says: words }) => `${verdict}: ${words}`)).toEqual(expected)
  },
)

test('names the tokens of creators whom the identity provider no longer confirms, and what to do', async () => {
  const rows = [{ name: 'ci', creatorName: 'Ada Admin', since: new Date('2026-11-30T10:00:00Z') }]
  const query = async (text: string) => ({ rows: text === TOKENS_OF_UNCONFIRMED_CREATORS ? rows : [] })
  const env = { HAP_OIDC_ISSUER: null, HAP_TOKENS_GRANT_ACCESS: false, HAP_TOKENS_END_WITH_ROLE: true }
  const checks = await checkRecentSignIns({ query } as unknown as Parameters<typeof checkRecentSignIns>[0], env)
  expect(checks).toMatchObject([
    {
      verdict: 'note',
      says: expect.stringMatching(
        /no longer confirms .* still work: ci \(Ada Admin, since 2026-11-30T10:00:00\.000Z\)\.$/,
      ),
      fix: expect.stringContaining('revoke the tokens'),
    },
  ])
})
