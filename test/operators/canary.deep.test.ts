import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { ServiceAccountTokens } from '#embedded-garden/auth/service-account-token.ts'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { applyChartKinds } from '#embedded-garden/persistent-garden.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'
import { createClientCertificate } from '#embedded-garden/tls/client-certificates.ts'
import { childEnv } from '#lib/env.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, SECRETS } from '#lib/garden/resources/resource.ts'
import {
  type KubeconfigRequest,
  type KubeconfigRequestSpec,
  withoutKubeconfig,
} from '#lib/operators/api/kubeconfig-request.ts'
import { CLUSTERS, KUBECONFIG_REQUESTS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { CHART_RESOURCES } from '#lib/runtime/embedded-garden.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { VERSION } from '#lib/version.ts'
import { accountObjects } from '../claims/account-objects.ts'
import { accessBy } from '../garden/access-by.ts'
import { landscape } from '../kit/landscape.ts'
import { folder as temporaryFolder } from '../store/command-kit.ts'
import { piecesOf } from './canaries.ts'
import type { Question } from './operators-question.ts'
import { sampleCluster } from './sample-cluster.ts'
import { soon } from './soon.ts'

vi.mock('#embedded-garden/tls/client-certificates.ts', { spy: true })
vi.setConfig({ testTimeout: 400_000 })

const NAMESPACE = 'kcp-system'
const TENANT = 'canary-tenant'
const ACCOUNT_KEY = 'canary/of+the/account/that/nobody/reads/but/the/cleaner'
/**
 * Idle connections are closed, with their contents, within this time. Nothing is used after it, so that released memory
 * stays released.
 */
const FORGOTTEN_MS = 10_000
/** Long strings would be truncated, including those that the test searches for. */
const FLAGS = ['--expose-gc', '--heap-snapshot-string-limit=10000000']

let garden: Garden
let client: GardenClient
const issue = vi.spyOn(ServiceAccountTokens.prototype, 'issue')

beforeAll(async () => {
  garden = await createGarden({ controllers: true, shootStepMs: 0, throttle: false, faults: true })
  applyChartKinds(garden.services, CHART_RESOURCES)
  garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  client = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'kubectl' })
  const [secret, binding] = accountObjects(LANDSCAPE_NAMESPACE, 'canary', {
    hyperscalerType: 'aws',
    tenantName: TENANT,
  })
  const data = { secretAccessKey: Buffer.from(ACCOUNT_KEY).toString('base64') }
  const withKey: object = { ...secret, data }
  await client.create({ resource: SECRETS, namespace: LANDSCAPE_NAMESPACE }, withKey)
  await client.create({ resource: CREDENTIALS_BINDINGS, namespace: LANDSCAPE_NAMESPACE }, binding as KubeObject)
})

afterAll(async () => {
  client?.close()
  await garden?.stop()
})

/** The process of the operators, and its output. */
async function startProcess(folder: string) {
  const kubeconfig = path.join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, garden.kubeconfig('operator'))
  const settings = {
    DATA_DIR: folder,
    KUBECONFIG: kubeconfig,
    HAP_KCP_KUBECONFIG: kubeconfig,
    HAP_KCP_NAMESPACE: NAMESPACE,
    HAP_WRITES_PER_SECOND: '0',
  }
  const child = fork(path.join(import.meta.dirname, 'operators-child.ts'), [JSON.stringify(settings)], {
    env: childEnv({ LOG_LEVEL: 'debug' }),
    execArgv: FLAGS,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => written.push(text))
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
  if (said === null) throw new Error(`The process ended before it was ready: ${written.join('')}`)
  return { child, written }
}

async function ask(child: ChildProcess, question: Question): Promise<object> {
  const answer = once(child, 'message')
  child.send(question)
  return (await answer)[0]
}

const placeOf = (name: string) => ({ resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name })
const requestOf = (name: string) => client.get<KubeconfigRequest>(placeOf(name))

async function conditionOf(name: string, type: string): Promise<string> {
  const { status, reason } = findCondition((await requestOf(name)).status?.conditions, type) ?? {}
  return `${status} ${reason}`
}

async function annotate(name: string, key: string): Promise<void> {
  const { resourceVersion } = (await requestOf(name)).metadata
  await client.patch(placeOf(name), { metadata: { annotations: { [key]: 'true' } } }, { resourceVersion })
}

async function apply(name: string, more: Partial<KubeconfigRequestSpec> = {}): Promise<void> {
  const clusterRole = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }
  const spec = { cluster: 'canary', clusterRole, expiration: 3600, ...more }
  await client.create({ resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE }, {
    metadata: { name },
    spec,
  } as KubeObject)
}

async function seen(name: string): Promise<object> {
  const { uid, generation } = (await requestOf(name)).metadata
  return { seen: { uid, generation }, reason: 'ticket 4711' }
}

/** All objects of the server without the data of Secrets and kubeconfigs requested in a status; and its events. */
function kept() {
  const { store } = garden.services
  const all = store.resources().map(resource => {
    const objects = [...store.collection(resource).entries('')].map(stored => thaw(stored))
    const open = /secrets/.test(resource) ? objects.map(({ metadata }) => metadata) : objects.map(withoutKubeconfig)
    return [resource, inspect(open, { depth: null, maxStringLength: null, maxArrayLength: null })] as const
  })
  const events = all.filter(([resource]) => resource.startsWith('events'))
  return { all: all.map(([, text]) => text).join('\n'), events: events.map(([, text]) => text).join('\n') }
}

/** Every table of the database as text. */
async function tablesOf(folder: string): Promise<string> {
  const { pool, close } = await openEmbedded({ folder: path.join(folder, 'db') })
  try {
    const { rows } = await pool.query("SELECT schemaname, tablename FROM pg_tables WHERE schemaname = 'public'")
    const tables: string[] = []
    for (const { tablename } of rows) {
      const { rows: texts } = await pool.query(`SELECT t::text AS text FROM "${tablename}" t`)
      tables.push(`${tablename}\n${texts.map(({ text }) => text).join('\n')}`)
    }
    return tables.join('\n')
  } finally {
    await close()
  }
}

test('secrets, tokens and kubeconfigs of administrators appear only in Secrets', async () => {
  const folder = temporaryFolder()
  const { child, written } = await startProcess(folder)
  const { spec, metadata } = sampleCluster({ infrastructure: { subscriptionSelector: `globalaccount:${TENANT}` } })
  const labels = { ...metadata.labels, globalaccountid: TENANT }
  await client.create({ resource: CLUSTERS, namespace: NAMESPACE }, {
    metadata: { name: 'canary', labels },
    spec,
  } as KubeObject)
  for (const name of ['kept', 'revoked']) await apply(name)
  await apply('shown', { output: 'status' })
  for (const name of ['kept', 'revoked', 'shown'])
    await soon(() => conditionOf(name, 'Ready'), 120_000).toBe('True Issued')
  const before = (await requestOf('kept')).status?.fingerprint
  const answers = [await ask(child, { download: 'kept', input: await seen('kept') })]
  // Error texts of the server contain a token.
  const [{ value: echoed = '' } = {}] = issue.mock.results
  const mishap = { type: 'status', status: 500, text: `echo ${echoed}` } as const
  const userAgent = `hap-console/${VERSION}`
  for (const match of [{ verb: 'patch' }, { verb: 'create' }, { verb: 'create', shoot: '*' }])
    garden.faults.add({ times: 1, match: { ...match, userAgent }, mishap })
  await annotate('kept', ROTATE_ANNOTATION)
  await soon(async () => (await requestOf('kept')).status?.fingerprint, 120_000).not.toBe(before)
  await soon(() => conditionOf('kept', 'Ready'), 60_000).toBe('True Rotated')
  garden.faults.add({ times: 1, match: { userAgent: 'hap-secret-reader' }, mishap })
  answers.push(await ask(child, { download: 'kept', input: await seen('kept') }))
  garden.faults.clear()
  await annotate('revoked', REVOKE_ANNOTATION)
  await soon(() => conditionOf('revoked', 'Revoked'), 120_000).toBe('True TokenRefused')
  // The status itself contains the kubeconfig, and every watch of requests delivers it.
  await annotate('shown', ROTATE_ANNOTATION)
  await soon(() => conditionOf('shown', 'Ready'), 120_000).toBe('True Rotated')
  const shown = (await requestOf('shown')).status?.kubeconfig ?? ''
  answers.push(await ask(child, { download: 'revoked', input: await seen('revoked') }))
  expect(answers.map(answer => Object.keys(answer))).toEqual([['bytes'], ['error'], ['error']])
  const controllers = await ask(child, 'controllers')
  expect(controllers).toMatchObject({
    leader: { here: true },
    controllers: expect.arrayContaining([expect.anything()]),
  })

  await sleep(FORGOTTEN_MS)
  const file = path.join(folder, 'memory.heapsnapshot')
  await ask(child, { snapshot: file })
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  const { all, events } = kept()
  const places = {
    memory: readFileSync(file, 'latin1'),
    database: await tablesOf(folder),
    objects: all,
    log: written.join(''),
    answers: inspect([answers, controllers], { depth: null, maxStringLength: null }),
  }
  // The search works: it finds known texts.
  expect(places.memory).toContain(garden.token('operator'))
  expect(places.database).toContain('The kubeconfig was downloaded.')
  expect(events).toMatch(/Rotated[\s\S]*Revoked|Revoked[\s\S]*Rotated/)
  expect(places.log).toContain('the operators run in this process')

  const certificates = vi.mocked(createClientCertificate).mock.settledResults
  const keys = certificates.map(({ value }) => (value as { privateKey: string }).privateKey)
  const tokens = issue.mock.results.map(({ value }) => value as string)
  // One certificate for administrators, and one that simultaneous requests share.
  expect(keys.length).toBeGreaterThan(1)
  expect(tokens.length).toBeGreaterThan(4)
  const text = Buffer.from(shown, 'base64').toString()
  expect(tokens.some(token => text.includes(token))).toBe(true)
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...keys, ...tokens, ACCOUNT_KEY].flatMap(secret =>
      piecesOf(secret).flatMap(piece => (text.includes(piece) ? `${place}: ${secret.slice(0, 12)}…` : [])),
    ),
  )
  expect(found).toEqual([])
})
