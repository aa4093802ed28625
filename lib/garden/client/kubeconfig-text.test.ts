import { expect, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { accessOfText } from './kubeconfig-text.ts'

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

test('credentials inside the text are taken', () => {
  expect(accessOfText(text(), 'it')).toMatchObject({
    server: 'https://c.example.com',
    context: 'x',
    namespace: 'n',
    certificateAuthority: 'Q0E=',
  })
  expect(accessOfText(text({ 'tls-server-name': 'other.example.com' }), 'it').serverName).toBe('other.example.com')
  const certificate = { 'client-certificate-data': SECRET, 'client-key-data': SECRET }
  expect(accessOfText(text({}, certificate), 'it').load().getCurrentUser()?.keyData).toBe(SECRET)
})

test('what is longer than any is not read: a megabyte took minutes', () => {
  const begun = performance.now()
  const long = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, 1])))
  expect(() => accessOfText(long, 'it')).toThrow(/^it is longer than any/)
  const many = Array.from({ length: 6_000 }, (_, i) => `k${i}: 1`).join('\n')
  expect(accessOfText(`${many}\n${text()}`, 'it').server).toBe('https://c.example.com')
  expect(performance.now() - begun).toBeLessThan(5_000)
})

test('nothing of it is told by warnings', async () => {
  const told = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  accessOfText(text().replace('token: ', 'token: !canary '), 'it')
  expect(told).not.toHaveBeenCalled()
  told.mockRestore()
})

test.each([
  ['no YAML', `{${SECRET}`, /^it is not a kubeconfig\.$/],
  ['no kubeconfig', 'a: b', /^it names no current context with a cluster and a user\.$/],
  ['plain http', text({ server: 'http://c.example.com' }), /https address/],
  ['an unchecked server', text({ 'insecure-skip-tls-verify': true }), /leaves the server unchecked/],
  ['a proxy', text({ 'proxy-url': `http://hap:${SECRET}@169.254.169.254` }), /goes by a proxy/],
  ['a proxy of another kind', text({ 'proxy-url': 'socks5://127.0.0.1:1' }), /goes by a proxy/],
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
])('%s is refused, and nothing of it said', (_name, bad, words) => {
  expect(() => accessOfText(bad, 'it')).toThrow(words)
  expect(() => accessOfText(bad, 'it')).not.toThrow(SECRET)
})
