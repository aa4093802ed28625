import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KubeconfigError, loadInCluster, loadKubeconfig } from './kubeconfig.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kubeconfig-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

const GOOD = `
apiVersion: v1
kind: Config
current-context: prod
clusters: [{name: c, cluster: {server: "https://api.example.com:6443/"}}, {name: d, cluster: {server: "http://127.0.0.1:1"}}]
users: [{name: u, user: {token: s3cret}}]
contexts:
- {name: prod, context: {cluster: c, user: u, namespace: garden-kyma}}
- {name: local, context: {cluster: d, user: u}}
`

const problems: readonly (readonly [name: string, text: string, words: RegExp])[] = [
  ['an empty file', '  \n', /is empty/],
  ['no YAML', 'a: b: c\n  - s3cret', /is not a kubeconfig \(YAML error in line 1\)/],
  [
    'a token in a file that is not there',
    GOOD.replace('token: s3cret', 'tokenFile: not/there'),
    /names the tokenFile \/.*not\/there, which cannot be read/,
  ],
  ['a text', 's3cret', /no current-context is set\. Contexts in it: none/],
  ['a list', '- s3cret', /no current-context is set/],
  ['an entry without a name', 'clusters: [{cluster: {server: "https://s3cret"}}]', /is not a kubeconfig/],
  ['binary content', '\u0000\u0001s3cret', /is not a kubeconfig/],
  ['no current context', GOOD.replace('current-context: prod', ''), /Contexts in it: prod, local\. Choose one/],
  ['an unknown context', GOOD.replace('current-context: prod', 'current-context: test'), /has no context "test"/],
  ['an unknown cluster', GOOD.replace('cluster: c,', 'cluster: x,'), /names the cluster "x", which is not in it/],
  ['an unknown user', GOOD.replace('user: u,', 'user: x,'), /names the user "x", which is not in it/],
  ['no user', GOOD.replace('user: u, ', ''), /names the user "", which is not in it/],
  ['a server that is no URL', GOOD.replace('https://api.example.com:6443/', 'ftp://x'), /not an http or https URL/],
  [
    'a certificate file that is not there',
    GOOD.replace('6443/"', '6443/", certificate-authority: ca.crt'),
    /certificate-authority is the file .*ca\.crt, which does not exist/,
  ],
]

describe('a kubeconfig', () => {
  test.each([
    ['./get-token.sh', 'get-token.sh'],
    ['bin/get-token', 'bin/get-token'],
    ['get-token', null],
    ['/usr/bin/get-token', null],
  ])('resolves the command %s of an exec plugin as kubectl does', (command, relative) => {
    const exec = `exec: {apiVersion: client.authentication.k8s.io/v1, command: ${command}}`
    const user = loadKubeconfig(write('exec', GOOD.replace('token: s3cret', exec)))
      .load()
      .getCurrentUser()
    expect(user?.exec.command).toBe(relative === null ? command : path.join(folder, relative))
  })

  test('gives server, context and namespace', () => {
    const access = loadKubeconfig(write('good', GOOD))
    expect(access).toMatchObject({ server: 'https://api.example.com:6443', context: 'prod', namespace: 'garden-kyma' })
  })

  test('can be used with another context, also one over plain http', () => {
    const access = loadKubeconfig(write('good', GOOD), { context: 'local' })
    expect(access).toMatchObject({ server: 'http://127.0.0.1:1', context: 'local', namespace: null })
    expect(access.load().getCurrentCluster()?.skipTLSVerify).toBe(true)
  })

  test('is merged from several files, of which the first wins and missing ones are skipped', () => {
    const first = write('first', GOOD.replace('s3cret', 'first'))
    const second = write('second', GOOD.replace('current-context: prod', 'current-context: local'))
    const access = loadKubeconfig([first, path.join(folder, 'missing'), second].join(path.delimiter))
    expect(access.context).toBe('prod')
    expect(access.load().getCurrentUser()?.token).toBe('first')
  })

  test('is read at each load, because tools rewrite it', () => {
    const file = write('rotated', GOOD)
    const access = loadKubeconfig(file)
    write('rotated', GOOD.replace('s3cret', 'renewed'))
    expect(access.load().getCurrentUser()?.token).toBe('renewed')
  })

  test.each(problems)('with %s stops the start with cause and advice, and quotes no secret', (name, text, words) => {
    const file = write(name.replaceAll(' ', '-'), text)
    const load = () => loadKubeconfig(file)
    expect(load).toThrow(KubeconfigError)
    expect(load).toThrow(words)
    expect(load).toThrow(/KUBECONFIG/)
    expect(load).not.toThrow(/s3cret/)
  })

  test.each([
    ['that does not exist', () => path.join(folder, 'nowhere'), /nowhere does not exist/],
    ['that is a folder', () => folder, /is a folder/],
    ['of which none exists', () => `${folder}/a${path.delimiter}${folder}/b`, /there is no such file/],
  ] as const)('%s stops the start', (_name, file, words) => {
    expect(() => loadKubeconfig(file())).toThrow(words)
  })

  test.each([
    ['a file that is not there', () => path.join(folder, 'nowhere')],
    ['files that are not there', () => `${folder}/a${path.delimiter}${folder}/b`],
    ['a file without a context', () => write('no-context-of-another', GOOD.replace(/^current-context:.*$/m, ''))],
  ])('of another setting names that setting: %s', (_name, file) => {
    const load = () => loadKubeconfig(file(), { variable: 'HAP_KCP_KUBECONFIG' })
    expect(load).toThrow(/^HAP_KCP_KUBECONFIG[:=]/)
  })
})

test('the in-cluster access outside a pod names what is missing', () => {
  expect(loadInCluster).toThrow(/KUBECONFIG is not set and the credentials of a pod are not there/)
})
