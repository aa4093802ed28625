import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { BindingsView } from '#lib/queries/bindings/list-bindings.ts'
import { buildConsole } from '../../scripts/build/build-console.ts'
import { startTestConsole, type TestConsole } from '../kit/console.ts'
import { type Cluster, prepareCluster } from './cluster.ts'
import { loadSmallLandscape } from './small-landscape.ts'

let cluster: Cluster
let server: TestConsole
const folder = mkdtempSync(path.join(tmpdir(), 'hap-cluster-'))

beforeAll(async () => {
  cluster = await prepareCluster()
  await loadSmallLandscape(cluster)
  await buildConsole()
  server = await startTestConsole({
    KUBECONFIG: cluster.kubeconfigs.viewer,
    HAP_NAMESPACE: cluster.namespace,
    DATA_DIR: folder,
  })
})

afterAll(async () => {
  await server?.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function signIn(): Promise<string> {
  const cookies = new Map<string, string>()
  const call = async (address: string, body?: URLSearchParams) => {
    const header = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server.url}${address}`, {
      headers: { cookie: header },
      redirect: 'manual',
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/s) ?? []
      cookies.set(name, value)
    }
    return response
  }
  const { csrfToken } = (await (await call('/api/auth/csrf')).json()) as { csrfToken: string }
  await call('/api/auth/callback/demo', new URLSearchParams({ csrfToken, user: 'viewer', json: 'true' }))
  return Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
}

test('the console shows a real cluster, with no right but to read, and follows its changes', async () => {
  const cookie = await signIn()
  const bindings = async (q: string) => {
    const response = await fetch(`${server.url}/api/v1/bindings?${new URLSearchParams({ q })}`, { headers: { cookie } })
    expect(response.status).toBe(200)
    return (await response.json()) as BindingsView
  }
  const free = await bindings('state:free kind:CredentialsBinding')
  expect(free.of).toBeGreaterThan(30)
  const [first] = free.rows
  if (!first) throw new Error('The landscape has no free binding.')

  const place = { resource: CREDENTIALS_BINDINGS, namespace: cluster.namespace, name: first.name }
  const { metadata } = await cluster.admin.get(place)
  const labels = { tenantName: 'ga-of-this-test' }
  await cluster.admin.patch(place, { metadata: { labels } }, { resourceVersion: metadata?.resourceVersion ?? '' })
  await vi.waitFor(async () => expect((await bindings('ga:ga-of-this-test')).hits).toBe(1), {
    timeout: 60_000,
    interval: 50,
  })
})
