import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { parseEnv } from '#lib/env.ts'
import { StoreUnavailableError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { checkUnsafeSettings, findUnsafeSettings } from './unsafe-settings.ts'

function envOf(settings: Readonly<Record<string, string>>) {
  const parsed = parseEnv(settings)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.env
}

const folder = mkdtempSync(path.join(tmpdir(), 'unsafe-'))

function kubeconfig(name: string, cluster: object): string {
  const file = path.join(folder, name)
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    clusters: [{ name: 'k', cluster }],
    users: [{ name: 'u', user: { token: 'kube-token' } }],
    contexts: [{ name: 'c', context: { cluster: 'k', user: 'u', namespace: 'garden-x' } }],
  }
  writeFileSync(file, JSON.stringify(config))
  return file
}

const ISSUER = { HAP_OIDC_ISSUER: 'https://accounts.example.com' }
const SKIPS = { server: 'https://api.example.com', 'insecure-skip-tls-verify': true }

test.each<[Record<string, string>, string | null]>([
  [{}, null],
  [{ HAP_URL: 'http://hap.example.com' }, 'HAP_URL=http://hap.example.com'],
  [{ HAP_URL: 'https://hap.example.com' }, null],
  [{ HAP_URL: 'http://localhost:3000' }, null],
  [{ HAP_URL: 'HTTP://HAP.example.com/' }, 'HAP_URL=http://hap.example.com'],
  [{ HAP_URL: 'HTTPS://HAP.example.com/' }, null],
  [{ HOST: '0.0.0.0' }, null],
  [{ HOST: '0.0.0.0', HAP_DEMO_USERS: 'off' }, 'HOST=0.0.0.0 without HAP_URL'],
  [{ HOST: '::', ...ISSUER }, 'HOST=:: without HAP_URL'],
  [{ HOST: '0.0.0.0', KUBERNETES_SERVICE_HOST: '10.0.0.1' }, 'HOST=0.0.0.0 without HAP_URL'],
  [{ HOST: '0.0.0.0', HAP_URL: 'https://hap.example.com', ...ISSUER }, null],
  [{ HOST: '127.0.0.1', ...ISSUER }, null],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED=0'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '1' }, null],
  [{ HAP_TRUSTED_PROXIES: '0.0.0.0/0' }, 'HAP_TRUSTED_PROXIES'],
  [{ HAP_TRUSTED_PROXIES: '0.0.0.0/1,128.0.0.0/1' }, 'HAP_TRUSTED_PROXIES'],
  [{ HAP_TRUSTED_PROXIES: '::/0' }, 'HAP_TRUSTED_PROXIES'],
  [{ HAP_TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8,192.0.2.7' }, null],
  [{ DATABASE_URL: 'postgresql://hap:pass-word@db.example.com/hap' }, 'no sslmode, host db.example.com'],
  [{ DATABASE_URL: 'postgresql://hap:pass-word@db.example.com/hap?sslmode=require' }, 'sslmode=require'],
  [{ DATABASE_URL: 'postgresql://127.0.0.1/hap?host=db.example.com' }, 'host db.example.com'],
  [{ DATABASE_URL: 'postgresql://hap:pass-word@db.example.com/hap?sslmode=verify-full' }, null],
  [{ DATABASE_URL: 'postgresql://hap:pass-word@127.0.0.1/hap' }, null],
  [{ DATABASE_URL: 'postgresql:///hap?host=/run/postgresql' }, null],
  [{ DATABASE_URL: 'postgresql://db.example.com/hap?sslmode=verify-full&sslmode=disable' }, 'sslmode=disable'],
  [{ DATABASE_URL: 'postgresql://db.example.com/hap?sslmode=disable&sslmode=verify-full' }, null],
  [{ DATABASE_URL: 'postgresql://127.0.0.1/hap?host=127.0.0.1&host=db.example.com' }, 'host db.example.com'],
  [{ DATABASE_URL: 'postgresql://db.example.com/hap?host=db.example.com&host=127.0.0.1' }, null],
  [{ DATABASE_URL: 'postgresql://[::1]/hap' }, null],
  [{ KUBECONFIG: kubeconfig('http', { server: 'http://api.example.com' }) }, 'KUBECONFIG='],
  [{ KUBECONFIG: kubeconfig('skip', SKIPS) }, 'KUBECONFIG='],
  [{ HAP_KCP_KUBECONFIG: kubeconfig('kcp', SKIPS) }, 'HAP_KCP_KUBECONFIG='],
  [{ KUBECONFIG: kubeconfig('here', { ...SKIPS, server: 'https://127.0.0.1:6443' }) }, null],
  [{ KUBECONFIG: kubeconfig('good', { server: 'https://api.example.com' }) }, null],
  [{ HAP_OTLP_ENDPOINT: 'http://ci:pass-word@collector:4318' }, 'HAP_OTLP_ENDPOINT=http://collector:4318'],
  [{ HAP_OTLP_ENDPOINT: 'http://[::1]:4318' }, null],
  [{ HAP_OTLP_ENDPOINT: 'https://collector:4318' }, null],
])('settings %j have the unsafe one %j', (settings, setting) => {
  const found = findUnsafeSettings(envOf(settings))
  expect(found).toHaveLength(setting === null ? 0 : 1)
  if (setting !== null) expect(found[0]?.setting).toContain(setting)
  expect(JSON.stringify(found)).not.toMatch(/pass-word|kube-token/)
})

test('reads the host of the database from the environment as the driver does', () => {
  vi.stubEnv('PGHOST', 'db.example.com')
  expect(findUnsafeSettings(envOf({ DATABASE_URL: 'postgresql:///hap' }))).toMatchObject([
    { setting: expect.stringContaining('host db.example.com') },
  ])
  vi.unstubAllEnvs()
})

const UNSAFE = envOf({ HAP_URL: 'http://hap.example.com' })

function storeWith(read: () => Promise<object | null>) {
  return { db: { auditHead: { findUnique: read } } } as unknown as Store
}

test('a new database is refused with setting, value and the next step', async () => {
  const refused = checkUnsafeSettings(
    UNSAFE,
    storeWith(async () => null),
  )
  await expect(refused).rejects.toThrow(/new database.*HAP_URL=http:\/\/hap\.example\.com: .*unencrypted.*Serve/s)
  expect(
    await checkUnsafeSettings(
      envOf({}),
      storeWith(async () => null),
    ),
  ).toEqual([])
})

test('a new database starts with a receiver of traces without TLS, and warns', async () => {
  const env = envOf({ HAP_OTLP_ENDPOINT: 'http://collector:4318' })
  const store = storeWith(async () => null)
  expect(await checkUnsafeSettings(env, store)).toMatchObject([{ says: expect.stringContaining('unencrypted') }])
})

test.each<[string, () => Promise<object | null>]>([
  ['with an audit entry', async () => ({ id: 1 })],
  ['that does not answer', () => Promise.reject(new StoreUnavailableError('The database is not responding.'))],
])('a database %s starts with a warning', async (_, read) => {
  expect(await checkUnsafeSettings(UNSAFE, storeWith(read))).toHaveLength(1)
})
