import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServerCertificates } from '#lib/embedded-garden/tls/certificates.ts'
import { createGardenClient } from './client.ts'
import { GardenError } from './garden-error.ts'
import { KubeconfigError } from './kubeconfig.ts'
import { accessOfText } from './kubeconfig-text.ts'

let [server, pem, key] = ['', '', '']

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Nobody is at its address any more. */
beforeAll(async () => {
  const nobody = createServer().listen(0, '127.0.0.1')
  await once(nobody, 'listening')
  const address = nobody.address()
  server = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  nobody.close()
  const made = await createServerCertificates(new Date())
  pem = base64(made.certificate)
  key = base64(made.privateKey)
})

afterAll(() => new Promise(resolve => setTimeout(resolve, 50)))

/** What comes of a kubeconfig, and of a call by it: nothing that nobody can catch. */
async function tried(cluster: object, user: object): Promise<unknown> {
  const text = JSON.stringify({
    clusters: [{ name: 'c', cluster: { server, ...cluster } }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
  try {
    const client = createGardenClient({ access: accessOfText(text, 'it'), version: 'test' })
    try {
      return await client.request({ doing: 'ask', permission: null, method: 'GET', path: '/' })
    } finally {
      client.close()
    }
  } catch (error) {
    return error
  }
}

test('what can be sent is sent', async () => {
  const whole = { 'certificate-authority-data': pem, 'tls-server-name': 'kubernetes.default' }
  for (const user of [{ token: 'a.b~c' }, { 'client-certificate-data': pem, 'client-key-data': key }])
    expect(await tried(whole, user)).toMatchObject({ kind: 'unreachable' })
})

test.each<[string, object, object, RegExp]>([
  ['a number for the name of the server', { 'tls-server-name': 5 }, { token: 'a' }, /where a text belongs/],
  ['a mapping for it', { 'tls-server-name': { a: 1 } }, { token: 'a' }, /where a text belongs/],
  ['two names', { 'tls-server-name': 'a\nb' }, { token: 'a' }, /no name of a server/],
  ['a token of two lines', {}, { token: 'canary\nb' }, /has a token that cannot be sent/],
  ['a token that is none', {}, { token: { canary: 1 } }, /has a token that cannot be sent/],
  ['a number for an authority', { 'certificate-authority-data': 5 }, { token: 'a' }, /where a text belongs/],
  ['somebody else', {}, { token: 'a', as: 'x\ny', 'impersonate-user': 'x\ny' }, /speaks as somebody else/],
])('%s is refused in words', async (_, cluster, user, words) => {
  const error = await tried(cluster, user)
  expect(error).toBeInstanceOf(KubeconfigError)
  expect(error).toMatchObject({ message: expect.stringMatching(words) })
  expect(error).not.toMatchObject({ message: expect.stringContaining('canary') })
})

test('a certificate that is none is no fault of ours', async () => {
  const rubbish = { 'client-certificate-data': base64('x'), 'client-key-data': base64('y') }
  expect(await tried({}, rubbish)).toMatchObject({ kind: 'unreachable', because: expect.stringContaining('ERR_OSSL') })
})

test('whatever is in it, it is refused in words or sent', async () => {
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
