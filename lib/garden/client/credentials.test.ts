import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { format, inspect } from 'node:util'
import { KubeConfig } from '@kubernetes/client-node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { Secret } from '#lib/util/secret.ts'
import { accessTo, type ScriptedServer, scriptedServer, sendJson } from '../../../test/garden/scripted-server.ts'
import { createGardenClient, type GardenClient } from './client.ts'
import { type Credentials, createCredentialSource } from './credentials.ts'
import { createAgentPool } from './exchange.ts'
import type { GardenError } from './garden-error.ts'
import { loadKubeconfig } from './kubeconfig.ts'
import { parseAccess } from './kubeconfig-text.ts'

const SHOOT = { resource: SHOOTS, namespace: 'garden-kyma', name: 'c-1' }

let folder: string
let server: ScriptedServer
let client: GardenClient | null = null
let now = 1_000_000
/** The Authorization header that the server accepts. */
let accepted = /./

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'credentials-'))
})

afterEach(async () => {
  client?.close()
  await server.close()
})

afterAll(() => rmSync(folder, { recursive: true }))

/** An executable that counts its runs in a file. */
function plugin(name: string, body: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\necho run >> "${file}.runs"\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

function credential(status: Record<string, unknown>): string {
  return `echo '${JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status })}'`
}

async function startFor(user: Record<string, unknown>, accept = /./): Promise<GardenClient> {
  accepted = accept
  server = await scriptedServer((request, response) => {
    const ok = accepted.test(request.headers.authorization ?? '')
    sendJson(response, ok ? 200 : 401, ok ? {} : { kind: 'Status', reason: 'Unauthorized' })
  })
  client = createGardenClient({ access: accessTo(server.url, user), version: '1', clock: () => now })
  return client
}

const sent = () => server.requests.map(request => request.headers.authorization)

describe('credentials', () => {
  test('of a token, of user and password, and of impersonation are sent', async () => {
    await (await startFor({ token: 'abc', impersonateUser: 'jane' })).get(SHOOT)
    expect(sent()).toEqual(['Bearer abc'])
    expect(server.requests[0]?.headers['impersonate-user']).toBe('jane')
    await server.close()
    await (await startFor({ username: 'jane', password: 'p:w' })).get(SHOOT)
    expect(sent()).toEqual([`Basic ${Buffer.from('jane:p:w').toString('base64')}`])
  })

  test('of an exec plugin are fetched once for concurrent requests', async () => {
    const command = plugin('token', credential({ token: 'from-plugin', expirationTimestamp: '2999-01-01T00:00:00Z' }))
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } })
    await Promise.all(Array.from({ length: 5 }, () => user.get(SHOOT)))
    await user.get(SHOOT)
    expect(new Set(sent())).toEqual(new Set(['Bearer from-plugin']))
    expect(readFileSync(`${command}.runs`, 'utf8')).toBe('run\n')
  })

  test('of an exec plugin are fetched again after their expiry', async () => {
    const command = plugin('expired', credential({ token: 'old', expirationTimestamp: '2001-01-01T00:00:00Z' }))
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } })
    await user.get(SHOOT)
    plugin('expired', credential({ token: 'new', expirationTimestamp: '2999-01-01T00:00:00Z' }))
    await user.get(SHOOT)
    expect(sent()).toEqual(['Bearer old', 'Bearer new'])
  })

  test('refused by the server are fetched again once, and the request is repeated', async () => {
    const command = plugin('revoked', credential({ token: 'revoked' }))
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } }, /good/)
    await expect(user.get(SHOOT)).rejects.toMatchObject({ kind: 'unauthenticated', status: 401 })
    plugin('revoked', credential({ token: 'good' }))
    now += 60_000
    await user.get(SHOOT)
    expect(sent()).toEqual(['Bearer revoked', 'Bearer revoked', 'Bearer good'])
  })

  test('refused for concurrent requests are fetched again once, and every request is repeated', async () => {
    const command = plugin('rotated', credential({ token: 'old' }))
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } }, /new|old/)
    await user.get(SHOOT)
    plugin('rotated', credential({ token: 'new' }))
    accepted = /new/
    now += 60_000
    await Promise.all(Array.from({ length: 4 }, () => user.get(SHOOT)))
    expect(readFileSync(`${command}.runs`, 'utf8')).toBe('run\nrun\n')
  })

  test.each([-600_000, 600_000])('rotated in time are read even if the wall clock jumps by %i ms', async jump => {
    const command = plugin(`jump${jump}`, credential({ token: 'old' }))
    await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } }, /old/)
    client?.close()
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const access = accessTo(server.url, { exec: { apiVersion: 'client.authentication.k8s.io/v1', command } })
    client = createGardenClient({ access, version: '1' })
    await client.get(SHOOT)
    plugin(`jump${jump}`, credential({ token: 'new' }))
    accepted = /new/
    vi.advanceTimersByTime(11_000)
    vi.setSystemTime(Date.now() + jump)
    await client.get(SHOOT)
    expect(sent()).toEqual(['Bearer old', 'Bearer old', 'Bearer new'])
  })

  test('that remain refused are not fetched in a loop', async () => {
    const command = plugin('hopeless', credential({ token: 'bad' }))
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', command } }, /good/)
    for (let i = 0; i < 10; i++) await expect(user.get(SHOOT)).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(server.requests.length).toBeLessThanOrEqual(11)
  })

  const failures: readonly (readonly [name: string, exec: () => Record<string, unknown>, words: RegExp])[] = [
    ['fails', () => ({ command: plugin('fails', 'echo s3cret >&2; exit 3') }), /the login of the kubeconfig failed/],
    ['is missing', () => ({ command: '/nowhere/kubelogin' }), /needs "\/nowhere\/kubelogin", which is not there/],
    ['prints no JSON', () => ({ command: plugin('noise', 'echo s3cret') }), /the login of the kubeconfig failed/],
    ['prints no status', () => ({ command: plugin('empty', 'echo {}') }), /the login of the kubeconfig failed/],
  ]
  test.each(failures)('of an exec plugin that %s give a clear error without its output', async (_name, exec, words) => {
    const user = await startFor({ exec: { apiVersion: 'client.authentication.k8s.io/v1', ...exec() } })
    const error = await user.get(SHOOT).catch((cause: GardenError) => cause)
    expect(error).toMatchObject({ name: 'GardenError', kind: 'unauthenticated', status: null })
    expect((error as GardenError).message).toMatch(words)
    expect((error as GardenError).message).not.toContain('s3cret')
  })
})

test.each([
  { token: 'hush-token' },
  { token: 'hush-token', username: 'hap', password: 'hush-password' },
  { 'client-certificate-data': 'Y2VydA==', 'client-key-data': Buffer.from('hush-key').toString('base64') },
])('no representation of an access or its credentials shows %j', async user => {
  server = await scriptedServer(() => undefined)
  const textWith = (cluster: object) =>
    stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [{ name: 'c', cluster: { server: 'https://api.example.com', ...cluster } }],
      users: [{ name: 'u', user }],
    })
  const file = path.join(folder, 'hush')
  writeFileSync(file, textWith({ 'proxy-url': 'http://hap:hush-proxy@proxy:3128' }))
  const access = loadKubeconfig(file, { variable: 'KUBECONFIG' })
  const ofText = parseAccess(textWith({}), 'it')
  const current = await createCredentialSource(access, Date.now).current('test')
  expect(inspect([current.headers.reveal(), current.tls.reveal()])).toMatch(/hush|aHAp|68 75 73 68|Basic/)
  for (const shown of [access, ofText, current])
    for (const text of [
      JSON.stringify(shown),
      inspect(shown, { depth: null, showHidden: true }),
      format('%O', shown),
    ]) {
      expect(text).toContain('api.example.com')
      expect(text).not.toMatch(/hush|Basic|68 75 73 68|aHVzaC/)
    }
})

describe('connections', () => {
  const credentials = (connectionKey: string): Credentials => ({
    server: new URL('https://api.example.com'),
    headers: new Secret({}),
    tls: new Secret({}),
    connectionKey,
    proxy: null,
    libraryAgent: null,
    config: new Secret(new KubeConfig()),
  })

  test('are shared while the identity is the same, and replaced after a rotation', async () => {
    server = await scriptedServer(() => undefined)
    const pool = createAgentPool(4)
    const first = pool.agentFor(credentials('a'))
    expect(pool.agentFor(credentials('a'))).toBe(first)
    const second = pool.agentFor(credentials('b'))
    expect(second).not.toBe(first)
    expect(first.maxFreeSockets).toBe(0)
    pool.close()
  })

  test('have no name that reveals the key', async () => {
    server = await scriptedServer(() => undefined)
    const pool = createAgentPool(4)
    const tls = { cert: 'certificate', key: 's3cret' }
    const agent = pool.agentFor({ ...credentials('a'), tls: new Secret(tls) })
    const target = { host: 'api.example.com', port: 443, ...tls }
    expect(agent.getName(target)).toBe('a')
    pool.close()
  })
})
