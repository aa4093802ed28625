import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { type Env, parseEnv, unknownNames } from '#lib/env.ts'
import { loadKubeconfig } from '#lib/garden/client/kubeconfig.ts'
import { temporaryFolders } from '#lib/testing/temporary-folders.ts'
import { freePort } from '../test/kit/free-port.ts'
import { landscape } from '../test/kit/landscape.ts'
import { checkCluster } from './commands/lib/doctor/check-cluster.ts'
import { checkSettings } from './commands/lib/doctor/check-settings.ts'
import type { Checkup } from './commands/lib/doctor/checkup.ts'
import { examine } from './commands/lib/doctor/examine.ts'

const folder = temporaryFolders('doctor')
let garden: Garden

beforeAll(async () => {
  garden = await createGarden({ throttle: false, faults: true })
  garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.parse('2026-11-21T06:00:00Z') }))
})

afterAll(() => garden.stop())

function envOf(settings: Readonly<Record<string, string>>): Env {
  const parsed = parseEnv({ DATA_DIR: path.join(folder(), 'none'), ...settings })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.env
}

function kubeconfig(as: 'admin' | 'viewer' | 'operator', change: (text: string) => string = text => text): string {
  const file = path.join(folder(), 'kubeconfig')
  writeFileSync(file, change(garden.kubeconfig(as)))
  return file
}

const ofSubject = (checks: readonly Checkup[], ...subjects: readonly string[]) =>
  checks.filter(({ subject }) => subjects.includes(subject))
const verdicts = (checks: readonly Checkup[]) => new Set(checks.map(({ verdict }) => verdict))

describe('a landscape', () => {
  test('that permits everything has no findings', async () => {
    const file = kubeconfig('admin')
    const checks = await examine(
      envOf({ KUBECONFIG: file, HAP_KCP_KUBECONFIG: file, HAP_NAMESPACE: LANDSCAPE_NAMESPACE, HAP_CLEANERS: 'aws' }),
    )
    expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
    expect(verdicts(ofSubject(checks, 'Gardener', 'control plane', 'clock', 'permissions'))).toEqual(new Set(['well']))
    expect(ofSubject(checks, 'permissions')).toHaveLength(9)
    expect(ofSubject(checks, 'Gardener')[0]?.says).toMatch(/ responds: v1\.\d+/)
  })

  test('that only a proxy can reach is reached through it, and the proxy is named without its password', async () => {
    const proxy = createServer().on('connect', (request, socket) => {
      const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.pipe(socket).pipe(upstream)
      })
    })
    const port = await freePort()
    proxy.listen(port, '127.0.0.1')
    onTestFinished(() => {
      vi.unstubAllEnvs()
      proxy.close()
      proxy.closeAllConnections()
    })
    const moved = 'https://garden.corp.example:$1\n      tls-server-name: localhost'
    const file = kubeconfig('admin', text => text.replace(/https:\/\/127\.0\.0\.1:(\d+)/, moved))
    vi.stubEnv('HTTPS_PROXY', `http://hap:hush@127.0.0.1:${port}`)
    const through = await checkCluster('Gardener', loadKubeconfig(file))
    expect(through.checks[0]?.says).toMatch(/ responds through the proxy 127\.0\.0\.1:\d+: v1\./)
    vi.stubEnv('NO_PROXY', '.corp.example')
    const direct = await checkCluster('Gardener', loadKubeconfig(file))
    expect(direct.checks[0]).toMatchObject({ verdict: 'wrong', says: expect.not.stringContaining('proxy') })
    vi.stubEnv('HTTPS_PROXY', 'proxy')
    vi.stubEnv('NO_PROXY', '')
    const none = await checkCluster('Gardener', loadKubeconfig(file))
    expect(none.checks[0]).toMatchObject({
      verdict: 'wrong',
      says: expect.stringMatching(/ The request went through the proxy proxy\.$/),
    })
    expect(JSON.stringify([through, direct, none])).not.toContain('hush')
  })

  test('whose Gardener no longer serves SecretBindings is reported with the consequences', async () => {
    const match = { resource: 'secretbindings.core.gardener.cloud' }
    garden.faults.add({ match, times: 0, mishap: { type: 'status', status: 404, text: '404 page not found\n' } })
    onTestFinished(() => garden.faults.clear())
    const checks = await examine(envOf({ KUBECONFIG: kubeconfig('admin'), HAP_NAMESPACE: LANDSCAPE_NAMESPACE }))
    const [found] = ofSubject(checks, 'Gardener').filter(({ verdict }) => verdict === 'note')
    expect(found?.says).toMatch(/^Gardener does not serve secretbindings\.core\.gardener\.cloud\. /)
    expect(found?.fix).toMatch(/then set HAP_BINDING_KINDS=CredentialsBinding\.$/)
    expect(checks.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  })

  test('that only permits reading is reported', async () => {
    const checks = await examine(envOf({ KUBECONFIG: kubeconfig('viewer'), HAP_NAMESPACE: LANDSCAPE_NAMESPACE }))
    const findings = ofSubject(checks, 'permissions').map(({ verdict, says }) => `${verdict}: ${says}`)
    expect(findings[0]).toBe(
      'well: Everything is allowed for showing accounts, shoots and custom resources (reading) in Gardener.',
    )
    expect(findings).toContain('note: Nothing is allowed for claims and actions on accounts (acting) in Gardener.')
    expect(findings.filter(each => each.startsWith('wrong'))).toEqual([])
  })

  test('must permit what the settings need: each missing verb is named with its consequence', async () => {
    const env = { KUBECONFIG: kubeconfig('viewer'), HAP_NAMESPACE: LANDSCAPE_NAMESPACE, HAP_CLEANERS: 'aws' }
    const wrong = (await examine(envOf(env))).filter(({ verdict }) => verdict === 'wrong')
    expect(wrong.map(({ says }) => says)).toContain(
      `Not allowed in Gardener: "patch" on credentialsbindings.security.gardener.cloud in ${LANDSCAPE_NAMESPACE}. Without it no account is claimed, released, marked or cleaned.`,
    )
    expect(wrong.every(({ fix }) => fix?.startsWith('Grant it to the user of the context '))).toBe(true)
  })

  test('must have the namespace, because lists in a missing one are empty without an error', async () => {
    const file = kubeconfig('admin')
    const other = {
      KUBECONFIG: file,
      HAP_KCP_KUBECONFIG: file,
      HAP_NAMESPACE: 'garden-kyma-prd',
      HAP_KCP_NAMESPACE: 'kpc',
    }
    const wrong = (await examine(envOf(other))).filter(({ verdict }) => verdict === 'wrong')
    expect(wrong).toMatchObject([
      {
        subject: 'Gardener',
        says: expect.stringMatching(/^There is no namespace garden-kyma-prd:/),
        fix: expect.stringMatching(/^Check HAP_NAMESPACE;/),
      },
      {
        subject: 'control plane',
        says: expect.stringMatching(/^There is no namespace kpc:/),
        fix: 'Check HAP_KCP_NAMESPACE.',
      },
    ])
  })

  test('that does not respond is reported with its address, without guesses about the rest', async () => {
    const file = kubeconfig('viewer', text => text.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'))
    const checks = await examine(envOf({ KUBECONFIG: file, HAP_NAMESPACE: LANDSCAPE_NAMESPACE }))
    expect(ofSubject(checks, 'Gardener')).toMatchObject([
      { verdict: 'wrong', says: expect.stringMatching(/nothing answers.*127\.0\.0\.1:9/) },
    ])
    expect(ofSubject(checks, 'permissions')).toMatchObject([{ verdict: 'skipped' }])
  })

  test('with an expired token is reported', async () => {
    const file = kubeconfig('viewer', text => text.replaceAll(garden.token('viewer'), 'gone'))
    const checks = await examine(envOf({ KUBECONFIG: file, HAP_NAMESPACE: LANDSCAPE_NAMESPACE }))
    expect(
      checks
        .filter(({ verdict }) => verdict === 'wrong')
        .map(({ says }) => says)
        .join(),
    ).toMatch(/credentials/i)
  })

  test('with an unreadable kubeconfig is reported before any request', async () => {
    const checks = await examine(envOf({ KUBECONFIG: '/no/such/file' }))
    expect(ofSubject(checks, 'Gardener')).toMatchObject([
      { verdict: 'wrong', says: expect.stringMatching(/no\/such\/file/) },
    ])
  })

  test('that is embedded need not run', async () => {
    const checks = await examine(envOf({}))
    expect(verdicts(checks)).toEqual(new Set(['well', 'note']))
  })
})

test.each([
  [0, 'well'],
  [1_500, 'well'],
  [8_000, 'note'],
  [-8_000, 'note'],
  [60_000, 'wrong'],
  [-60_000, 'wrong'],
] as const)('a clock that is %i ms ahead is %s', async (ahead, verdict) => {
  const { checks } = await checkCluster('Gardener', loadKubeconfig(kubeconfig('viewer')), () => Date.now() + ahead)
  const [clock] = ofSubject(checks, 'clock')
  expect(clock).toMatchObject({ verdict })
  if (verdict !== 'well') expect(clock?.says).toContain(ahead > 0 ? 'ahead' : 'behind')
})

const SECRET = 'x'.repeat(32)

test.each<[Readonly<Record<string, string>>, string, RegExp]>([
  [{}, 'well', /All settings are valid and consistent\./],
  [{ PORT: '3000', HAP_METRICS_PORT: '3000' }, 'wrong', /both 3000/],
  [{ HOST: '0.0.0.0', HAP_URL: 'https://hap.example.com', HAP_DEMO_USERS: 'on' }, 'wrong', /without a password/],
  [{ HAP_TRUSTED_PROXIES: '127.0.0.1', HAP_DEMO_USERS: 'on' }, 'wrong', /users connect from other machines/],
  [{ HAP_OIDC_CLIENT_ID: 'hap' }, 'wrong', /HAP_OIDC_ISSUER is not/],
  [{ HOST: '0.0.0.0' }, 'note', /HAP_URL is not set/],
  [{ HAP_SESSION_IDLE: '9h' }, 'note', /no session ends for inactivity/],
  [{ HAP_URL: 'http://hap.example.com' }, 'note', /not https/],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'note', /No server is verified/],
  [{ DATABASE_URL: 'postgresql://x/y?sslmode=verify-full' }, 'note', /HAP_SESSION_SECRET/],
  [
    { DATABASE_URL: 'postgresql://127.0.0.1/y', HAP_SESSION_SECRET: SECRET },
    'well',
    /All settings are valid and consistent\./,
  ],
  [
    { DATABASE_URL: 'postgresql:///y?host=/run/postgresql', HAP_SESSION_SECRET: SECRET },
    'well',
    /All settings are valid and consistent\./,
  ],
  [
    { DATABASE_URL: 'postgresql://x/y?sslmode=verify-full', HAP_SESSION_SECRET: SECRET },
    'well',
    /All settings are valid and consistent\./,
  ],
  [{ DATABASE_URL: 'postgresql://x/y?sslmode=require', HAP_SESSION_SECRET: SECRET }, 'note', /require TLS/],
  [{ DATABASE_URL: 'postgresql://127.0.0.1/y?host=x', HAP_SESSION_SECRET: SECRET }, 'note', /require TLS/],
])('settings %j are %s', (settings, verdict, says) => {
  expect(checkSettings(envOf(settings))).toMatchObject([{ verdict, says: expect.stringMatching(says) }])
})

test('an unknown setting similar to a known one is a fault; variables that Kubernetes adds for Services are ignored', () => {
  const names = unknownNames({
    HAP_TWO_PRESON: 'dangerous',
    HAP_ROLES: 'web',
    HAP_TOKEN: 'x',
    HAP_CONSOLE_PORT_3000_TCP_ADDR: '10.0.0.1',
    HAP_CONSOLE_SERVICE_HOST: '10.0.0.1',
    PATH: '/bin',
  })
  expect(names).toEqual(['HAP_TWO_PRESON', 'HAP_CONSOLE_PORT_3000_TCP_ADDR', 'HAP_CONSOLE_SERVICE_HOST'])
  expect(checkSettings(envOf({}), names)).toMatchObject([
    {
      verdict: 'wrong',
      says: expect.stringMatching(/^HAP_TWO_PRESON is not a setting/),
      fix: expect.stringMatching(/HAP_TWO_PERSON/),
    },
  ])
})

test('a rule file with errors is a fault, with every diagnostic', async () => {
  const file = path.join(folder(), 'rules.yaml')
  writeFileSync(file, 'rule: ["aws", "aws", "nonsense"]\n')
  const checks = await examine(envOf({ HAP_RULES_FILE: file }))
  const [rules] = ofSubject(checks, 'rules')
  expect(rules).toMatchObject({ verdict: 'wrong', fix: expect.stringContaining('hap check') })
  expect(rules?.says).toMatch(/nonsense/)
})
