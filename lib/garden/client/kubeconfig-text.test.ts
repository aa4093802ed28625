import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { createServerCertificates } from '#embedded-garden/tls/certificates.ts'
import { createGardenClient } from './client.ts'
import { GardenError } from './garden-error.ts'
import { KubeconfigError } from './kubeconfig.ts'
import { parseAccess } from './kubeconfig-text.ts'

const SECRET = 'c2VjcmV0LWtleQ=='

function text(cluster: object = {}, user: object = { token: SECRET }): string {
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'c', cluster: { server: 'https://c.example.com', 'certificate-authority-data': 'Q0E=', ...cluster } },
    ],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'n' } }],
    'current-context': 'x',
  })
}

test('accepts credentials inside the text', () => {
  expect(parseAccess(text(), 'it')).toMatchObject({
    server: 'https://c.example.com',
    context: 'x',
    namespace: 'n',
    certificateAuthority: 'Q0E=',
  })
  expect(parseAccess(text({ 'tls-server-name': 'other.example.com' }), 'it').serverName).toBe('other.example.com')
  const certificate = { 'client-certificate-data': SECRET, 'client-key-data': SECRET }
  expect(parseAccess(text({}, certificate), 'it').load().getCurrentUser()?.keyData).toBe(SECRET)
})

test('refuses a text that is too long, since a megabyte took minutes to parse', () => {
  const begun = process.cpuUsage()
  const long = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1])))
  expect(() => parseAccess(long, 'it')).toThrow(/^it is too long/)
  const many = Array.from({ length: 6_000 }, (_, i) => `k${i}: 1`).join('\n')
  expect(parseAccess(`${many}\n${text()}`, 'it').server).toBe('https://c.example.com')
  // CPU time, since the machine may be busy.
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(5_000)
})

test('logs no warning that quotes the text', async () => {
  const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  parseAccess(text().replace('token: ', 'token: !canary '), 'it')
  expect(warnings).not.toHaveBeenCalled()
  warnings.mockRestore()
})

test.each([
  [
    'no YAML',
    `{${SECRET}`,
    /^it is not valid\. Replace it with the output of: kubectl config view --flatten --minify$/,
  ],
  ['no kubeconfig', 'a: b', /^it names no current context with a cluster and a user\.$/],
  ['plain http', text({ server: 'http://c.example.com' }), /https address/],
  ['an unchecked server', text({ 'insecure-skip-tls-verify': true }), /does not verify the server/],
  ['a proxy', text({ 'proxy-url': `http://hap:${SECRET}@169.254.169.254` }), /uses a proxy/],
  ['a proxy of another kind', text({ 'proxy-url': 'socks5://127.0.0.1:1' }), /uses a proxy/],
  ['a file with a key', text({}, { 'client-certificate': '/c', 'client-key': '/k' }), /names files/],
  ['a file with an authority', text({ 'certificate-authority': '/etc/passwd' }), /names files/],
  ['a file with a token', text({}, { tokenFile: '/etc/passwd' }), /names files/],
  ['a file with a token as the library knows it', text({}, { 'token-file': '/etc/passwd' }), /names files/],
  [
    'such a file under a name that is written otherwise',
    text().replace('token:', '"token\\u002dfile":'),
    /names files/,
  ],
  [
    'such a file in a part that is merged',
    text({}, { token: SECRET, '<<': { 'token-file': '/etc/passwd' } }).replace('"<<"', '<<'),
    /names files/,
  ],
  ['a command', text({}, { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'sh' } }), /login command/],
  ['no credentials', text({}, {}), /neither a token nor a client certificate/],
])('%s is refused without quoting it', (_name, bad, words) => {
  expect(() => parseAccess(bad, 'it')).toThrow(words)
  expect(() => parseAccess(bad, 'it')).not.toThrow(SECRET)
})

let [server, pem, key] = ['', '', '']

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** No server listens at this address any more. */
beforeAll(async () => {
  const closedServer = createServer().listen(0, '127.0.0.1')
  await once(closedServer, 'listening')
  const address = closedServer.address()
  server = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  closedServer.close()
  const made = await createServerCertificates(new Date())
  pem = base64(made.certificate)
  key = base64(made.privateKey)
})

afterAll(() => new Promise(resolve => setTimeout(resolve, 50)))

/** Result of a kubeconfig and of a call with it; every failure is catchable. */
async function tried(cluster: object, user: object): Promise<unknown> {
  const text = JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
  try {
    const client = createGardenClient({ access: parseAccess(text, 'it'), version: 'test' })
    try {
      return await client.request({ doing: 'ask', permission: null, method: 'GET', path: '/' })
    } finally {
      client.close()
    }
  } catch (error) {
    return error
  }
}

test('accepts valid credentials', async () => {
  const whole = { 'certificate-authority-data': pem, 'tls-server-name': 'kubernetes.default' }
  for (const user of [{ token: 'a.b~c' }, { 'client-certificate-data': pem, 'client-key-data': key }])
    expect(await tried(whole, user)).toMatchObject({ kind: 'unreachable' })
})

test.each<[string, object, object, RegExp]>([
  ['a number for the name of the server', { 'tls-server-name': 5 }, { token: 'a' }, /where a string is required/],
  ['a mapping for it', { 'tls-server-name': { a: 1 } }, { token: 'a' }, /where a string is required/],
  ['two names', { 'tls-server-name': 'a\nb' }, { token: 'a' }, /is not a host name/],
  ['a token of two lines', {}, { token: 'canary\nb' }, /has a token with invalid characters/],
  ['an invalid token', {}, { token: { canary: 1 } }, /has a token with invalid characters/],
  ['a number for an authority', { 'certificate-authority-data': 5 }, { token: 'a' }, /where a string is required/],
  ['impersonation', {}, { token: 'a', as: 'x\ny', 'impersonate-user': 'x\ny' }, /impersonates another user/],
])('%s is refused with a message', async (_, cluster, user, words) => {
  const error = await tried(cluster, user)
  expect(error).toBeInstanceOf(KubeconfigError)
  expect(error).toMatchObject({ message: expect.stringMatching(words) })
  expect(error).not.toMatchObject({ message: expect.stringContaining('canary') })
})

test('reports an invalid certificate as a failure of the connection', async () => {
  const rubbish = { 'client-certificate-data': base64('x'), 'client-key-data': base64('y') }
  expect(await tried({}, rubbish)).toMatchObject({ kind: 'unreachable', because: expect.stringContaining('ERR_OSSL') })
})

test('refuses any text with a message, or sends it', async () => {
  const value = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.string({ unit: 'binary' }), fc.base64String())
  const part = (...keys: string[]) => fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 })
  const clusters = part(
    'certificate-authority-data',
    'tls-server-name',
    'insecure-skip-tls-verify',
    'disable-compression',
  )
  const users = part('token', 'client-certificate-data', 'client-key-data', 'username', 'password', 'as', 'as-groups')
  await fc.assert(
    fc.asyncProperty(clusters, users, fc.boolean(), async (cluster, user, signs) => {
      const error = await tried(cluster, signs ? { token: 'a', ...user } : user)
      expect(error instanceof KubeconfigError || error instanceof GardenError, String(error)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
