import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Caller, startCaller } from '../../../test/embedded-garden/caller.ts'
import { waitFor } from '../../../test/kit/wait.ts'

/** The minor version of the kubectl on the PATH; null = none. */
const minor = kubectlMinor()
const folder = mkdtempSync(path.join(tmpdir(), 'hap-kubectl-'))
const CONNECTION = ['--kubeconfig', path.join(folder, 'config'), '--cache-dir', path.join(folder, 'cache')]
const NONE = 'kubectl is not on the path: nothing was tried with it'
let caller: Caller

function kubectlMinor(): number | null {
  const { stdout } = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' })
  const found = /"minor":\s*"(\d+)/.exec(stdout ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

beforeAll(async () => {
  caller = await startCaller()
  writeFileSync(path.join(folder, 'config'), caller.garden.kubeconfig('admin'))
})

afterAll(async () => {
  await caller.stop()
  rmSync(folder, { recursive: true })
})

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

function run(...args: readonly string[]): Promise<Run> {
  return new Promise(resolve => {
    execFile('kubectl', [...CONNECTION, ...args], { timeout: 30_000 }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err })
    })
  })
}

/** Output of a successful kubectl command. */
async function kubectl(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await run(...args)
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${err}`)
  return out
}

function file(name: string, text: string): string {
  const place = path.join(folder, name)
  writeFileSync(place, text)
  return place
}

const BINDING = (label: string) => `
apiVersion: security.gardener.cloud/v1alpha1
kind: CredentialsBinding
metadata: {name: b, namespace: home, labels: {a: ${label}}}
provider: {type: aws}
credentialsRef: {apiVersion: v1, kind: Secret, name: s, namespace: home}
`

if (minor === null) {
  test.skip(NONE, () => undefined)
} else {
  describe(`kubectl 1.${minor}`, { timeout: 60_000 }, () => {
    test('lists the kinds', async () => {
      expect(await kubectl('api-resources')).toMatch(/^shoots +core\.gardener\.cloud\/v1beta1 +true +Shoot$/m)
    })

    test('creates namespaces, Secrets and accounts', async () => {
      expect(await kubectl('create', 'namespace', 'home')).toBe('namespace/home created\n')
      expect(await kubectl('create', 'secret', 'generic', 's', '-n', 'home', '--from-literal=k=v')).toBe(
        'secret/s created\n',
      )
      expect(await kubectl('create', 'serviceaccount', 'robot', '-n', 'home')).toBe('serviceaccount/robot created\n')
    })

    test('applies, and applies again what changed', async () => {
      expect(await kubectl('apply', '-f', file('b.yaml', BINDING('one')))).toMatch(/ created\n$/)
      expect(await kubectl('apply', '-f', file('b.yaml', BINDING('one')))).toMatch(/ unchanged\n$/)
      const { code, out } = await run('diff', '-f', file('b.yaml', BINDING('two')))
      expect(code).toBe(1)
      expect(out).toContain('+    a: two')
      expect(await kubectl('apply', '-f', file('b.yaml', BINDING('three')))).toMatch(/ configured\n$/)
    })

    test('applies on the server', async () => {
      expect(
        await kubectl('apply', '--server-side', '--force-conflicts', '-f', file('b.yaml', BINDING('four'))),
      ).toMatch(/ serverside-applied\n$/)
    })

    test.skipIf(minor < 25)('warns about unknown fields', async () => {
      const { code, err } = await run('apply', '-f', file('bad.yaml', `${BINDING('four')}bogus: 1\n`))
      expect(code).not.toBe(0)
      expect(err).toContain('bogus')
    })

    test('shows tables, objects and descriptions', async () => {
      expect(await kubectl('get', 'credentialsbindings', '-n', 'home')).toMatch(
        /^NAME +PROVIDER +APIVERSION +KIND +NAME +AGE\nb +aws +v1 +Secret +home\/s +\d+s\n$/,
      )
      expect(await kubectl('get', 'credentialsbinding', 'b', '-n', 'home', '-o', 'yaml')).toContain(
        'provider:\n  type: aws\n',
      )
      expect(await kubectl('get', 'credentialsbindings', '-n', 'home', '-l', 'a=nothing', '-o', 'name')).toBe('')
      expect(await kubectl('describe', 'credentialsbinding', 'b', '-n', 'home')).toMatch(/^Labels: +a=four$/m)
    })

    test('labels, annotates and patches', async () => {
      expect(await kubectl('label', 'credentialsbinding', 'b', '-n', 'home', 'l=1')).toMatch(/ labeled\n$/)
      expect(await kubectl('annotate', 'credentialsbinding', 'b', '-n', 'home', 'c.d/e=1')).toMatch(/ annotated?\n$/)
      const patch = '{"metadata":{"labels":{"l":null}}}'
      expect(await kubectl('patch', 'credentialsbinding', 'b', '-n', 'home', '--type', 'merge', '-p', patch)).toMatch(
        / patched\n$/,
      )
      expect(await kubectl('get', 'credentialsbinding', 'b', '-n', 'home', '--show-labels')).not.toContain('l=1')
    })

    test('watches', async () => {
      const opened = () => caller.garden.requests.all().filter(({ verb }) => verb === 'watch').length
      const before = opened()
      const watching = spawn('kubectl', [...CONNECTION, 'get', 'configmaps', '-n', 'home', '--watch', '-o', 'name'])
      onTestFinished(() => void watching.kill())
      let out = ''
      watching.stdout.on('data', text => {
        out += text
      })
      await waitFor(() => (opened() > before ? true : null))
      await kubectl('create', 'configmap', 'seen', '-n', 'home')
      expect(await waitFor(() => out || null)).toBe('configmap/seen\n')
    })

    test('checks permissions', async () => {
      await kubectl('create', 'role', 'r', '-n', 'home', '--verb=get', '--resource=configmaps')
      await kubectl('create', 'rolebinding', 'r', '-n', 'home', '--role=r', '--serviceaccount=home:robot')
      const as = ['-n', 'home', '--as', 'system:serviceaccount:home:robot']
      expect(await kubectl('auth', 'can-i', 'get', 'configmaps', ...as)).toBe('yes\n')
      expect((await run('auth', 'can-i', 'delete', 'configmaps', ...as)).out).toBe('no\n')
      expect(await kubectl('auth', 'can-i', '--list', ...as)).toMatch(/^configmaps +\[\] +\[\] +\[get\]$/m)
    })

    test.skipIf(minor < 24)('gets a valid token', async () => {
      const token = (await kubectl('create', 'token', 'robot', '-n', 'home')).trim()
      const { status } = await caller.call('GET', '/api/v1/namespaces/home/configmaps/seen', { token })
      expect(status).toBe(200)
    })

    test.skipIf(minor < 27)('explains kinds', async () => {
      expect(await kubectl('explain', 'credentialsbinding.credentialsRef')).toContain('fieldPath\t<string>')
    })

    test('deletes', async () => {
      expect(await kubectl('delete', 'configmaps', '--all', '-n', 'home')).toBe('configmap "seen" deleted\n')
      expect(await kubectl('delete', '-f', file('b.yaml', BINDING('four')))).toContain('"b" deleted')
      expect((await run('get', 'credentialsbinding', 'b', '-n', 'home')).err).toContain('NotFound')
    })
  })
}
