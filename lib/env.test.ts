import { format, inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { announceAddress, childEnv, describeEnvProblems, parseEnv, SETTINGS, settingRows } from './env.ts'
import { createLog } from './telemetry/log.ts'

describe('parseEnv', () => {
  test('has a default for every setting', () => {
    expect(parseEnv({})).toMatchObject({ ok: true, env: { PORT: 3000, HOST: '127.0.0.1', KUBECONFIG: null } })
  })

  test.each(Object.entries(SETTINGS).filter(([, { schema }]) => schema instanceof z.ZodEnum))(
    'the meaning of %s names its values',
    (_, { schema, meaning }) => {
      const { options } = schema as unknown as z.ZodEnum
      for (const value of options) expect(meaning).toMatch(new RegExp(`\\b${value}\\b`))
    },
  )

  test('an empty text counts as unset', () => {
    expect(parseEnv({ PORT: '  ', KUBECONFIG: '' })).toMatchObject({ ok: true, env: { PORT: 3000, KUBECONFIG: null } })
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3e3'],
    ['PORT', '4190'],
    ['HOST', 'a b'],
    ['HAP_URL', 'ftp://x'],
    ['HAP_URL', 'https://hap.example.com:6000'],
    ['HAP_TRUSTED_PROXIES', '10.0.0.0/8,ingress'],
    ['HAP_REQUESTS_PER_USER', '-1'],
    ['HAP_REQUESTS_PER_ADDRESS', '1e3'],
    ['HAP_NAMESPACE', 'Garden_X'],
    ['HAP_LANDSCAPE', 'x'.repeat(41)],
    ['HAP_BINDING_KINDS', 'ConfigMap'],
    ['HAP_BINDING_KINDS', ','],
    ['HAP_KCP_NAMESPACE', 'kcp.system'],
    ['HAP_ROLES', 'web,operator'],
    ['HAP_ROLES', ','],
    ['HAP_PLAN_LABEL', 'a/b/c'],
    ['HAP_PLAN_LABEL', 'plan!'],
    ['HAP_PLATFORM_REGION_LABEL', '/region'],
    ['HAP_SEMANTICS', 'KEB'],
    ['HAP_MODE', 'observer'],
    ['HAP_STALE_AFTER', '4'],
    ['HAP_WRITES_PER_SECOND', '-1'],
    ['HAP_WRITES_PER_SECOND', '2,5'],
    ['HAP_CLEANERS', 'aws,openstack'],
    ['HAP_CLEANERS_DELETE', 'yes'],
    ['HAP_CLEANER_REGIONS', 'Frankfurt'],
    ['HAP_GARDEN_SIZE', 'huge'],
    ['HAP_GARDEN_SEED', '-1'],
    ['HAP_SESSION_SECRET', 'short'],
    ['HAP_DEMO_USERS', 'yes'],
    ['HAP_METRICS_PORT', '0'],
    ['HAP_METRICS_SERIES', '9'],
    ['HAP_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['HAP_OIDC_ISSUER', 'accounts.example.com'],
    ['HAP_OIDC_ISSUER', 'http://accounts.example.com'],
    ['HAP_OIDC_ISSUER', 'http://127.0.0.1.example.com'],
    ['HAP_OIDC_SCOPES', 'profile email'],
    ['HAP_OIDC_SCOPES', 'openid  email'],
    ['HAP_OIDC_CLOCK_SKEW', '301'],
    ['HAP_GROUPS_RECHECK', '5'],
    ['HAP_GROUPS_RECHECK', '2h'],
    ['HAP_SESSION_IDLE', '0m'],
    ['HAP_SESSION_IDLE', '1d'],
    ['HAP_SESSION_LONGEST', '169h'],
    ['HAP_ACCESS_CONTACT', 'x'.repeat(201)],
    ['HAP_AUDIT_LOG', 'yes'],
    ['LOG_LEVEL', 'loud'],
  ] as const)('refuses %s=%s with the variable and an example', (variable, value) => {
    const result = parseEnv({ [variable]: value })
    expect(result).toMatchObject({ ok: false, problems: [{ variable, example: SETTINGS[variable].example }] })
  })

  test('every example is itself valid', () => {
    const examples = Object.fromEntries(Object.entries(SETTINGS).map(([name, { example }]) => [name, example]))
    expect(parseEnv(examples)).toMatchObject({ ok: true })
  })

  test('explains why browsers block a port', () => {
    const result = parseEnv({ PORT: '4190' })
    expect(result.ok ? '' : describeEnvProblems(result.problems)).toBe(
      'PORT must not be 4190: browsers block this port. Example: PORT=3000',
    )
  })

  test.each(['HAP_URL', 'HAP_OIDC_ISSUER'])('refuses user and password in %s without quoting them', name => {
    for (const address of [
      'https://ada:pass-word@a.example',
      'https://pass-word@a.example',
      'http://x:pass-word@a:4190',
    ]) {
      const result = parseEnv({ [name]: address })
      const text = result.ok ? '' : describeEnvProblems(result.problems)
      expect(text).toMatch(new RegExp(`^${name} must `))
      expect(text).not.toContain('pass-word')
    }
  })

  test('reports all invalid settings together', () => {
    const result = parseEnv({ PORT: 'x', HAP_SEMANTICS: 'x' })
    const text = result.ok ? '' : describeEnvProblems(result.problems)
    expect(text).toBe(
      'PORT must be a whole number from 1 to 65535. Example: PORT=3000\nHAP_SEMANTICS must be "documented" or "keb". Example: HAP_SEMANTICS=keb',
    )
  })
})

test('in observe mode a console decides as KEB and has neither operators nor cleaners', () => {
  const result = parseEnv({ HAP_MODE: 'observe', HAP_CLEANERS: 'aws', HAP_SEMANTICS: 'documented' })
  expect(result).toMatchObject({ ok: true, env: { HAP_SEMANTICS: 'keb', HAP_ROLES: ['web'], HAP_CLEANERS: null } })
  expect(parseEnv({ HAP_CLEANERS: 'aws' })).toMatchObject({ ok: true, env: { HAP_CLEANERS: ['aws'] } })
})

test.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['8h', 28_800_000],
])('a session of %s lasts %i ms', (text, ms) => {
  expect(parseEnv({ HAP_SESSION_LONGEST: text })).toMatchObject({ ok: true, env: { HAP_SESSION_LONGEST: ms } })
})

test.each(['http://127.0.0.1:4444', 'http://localhost:4444/realm', 'http://[::1]:4444', 'https://x.example/'])(
  'accepts the issuer %s',
  issuer => {
    expect(parseEnv({ HAP_OIDC_ISSUER: issuer })).toMatchObject({ ok: true, env: { HAP_OIDC_ISSUER: issuer } })
  },
)

test.each([
  [{ HAP_URL: null, HOST: '127.0.0.1', PORT: 3000 }, 'http://127.0.0.1:3000'],
  [{ HAP_URL: null, HOST: '::1', PORT: 80 }, 'http://[::1]:80'],
  [{ HAP_URL: 'https://hap.example.com/some/path', HOST: '0.0.0.0', PORT: 3000 }, 'https://hap.example.com'],
])('the address of %j is %s', (settings, address) => {
  announceAddress(settings)
  expect(childEnv().NEXTAUTH_URL).toBe(address)
})

test('the list of settings shows addresses without user and password', () => {
  const rows = settingRows({ HAP_OTLP_ENDPOINT: 'http://ci:pass-word@collector:4318/x?at=a@b' })
  expect(rows.find(({ name }) => name === 'HAP_OTLP_ENDPOINT')?.value).toBe('http://collector:4318/x?at=a@b')
})

test('no representation of the settings contains the secrets', () => {
  const hush = 'hush-9c1e-hush-9c1e-hush-9c1e-hush-9c1e'
  const secrets = Object.entries(SETTINGS).filter(([, entry]) => 'secret' in entry)
  const given = secrets.map(([name]) => [name, name === 'DATABASE_URL' ? `postgresql://hap:${hush}@db/hap` : hush])
  const result = parseEnv(Object.fromEntries(given))
  const lines: string[] = []
  createLog('info', { write: (line: string) => void lines.push(line) }).info(
    { result, err: new Error(`of ${result}`) },
    'x',
  )
  const shown = [
    JSON.stringify(result),
    inspect(result, { depth: null, showHidden: true }),
    format('%j %O', result, result),
  ]
  expect(secrets.length).toBeGreaterThan(2)
  expect(result).toMatchObject({ ok: true })
  for (const text of [...shown, ...lines]) {
    expect(text).toContain('[secret]')
    expect(text).not.toContain('hush')
  }
})

test('the described settings contain their source and no secret', () => {
  const password = 'postgresql://hap:hush@db/hap'
  const rows = settingRows({ PORT: '4000', DATABASE_URL: password, HAP_LANDSCAPE: ' ' })
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(SETTINGS))
  const row = (name: string) => rows.find(each => each.name === name)
  expect(row('PORT')).toMatchObject({ from: 'environment', value: '4000' })
  expect(row('HOST')).toMatchObject({ from: 'default', value: '127.0.0.1' })
  expect(row('HAP_LANDSCAPE')).toMatchObject({ from: 'unset', value: null })
  expect(row('DATABASE_URL')).toMatchObject({ from: 'environment', value: null })
  expect(JSON.stringify(rows)).not.toContain('hush')
})
