import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { createAuthority } from '#embedded-garden/tls/certificates.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { accessBy } from '../../../test/garden/access-by.ts'
import { openTarget } from './open-target.ts'
import { OwnClusters } from './own-clusters.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const NAMESPACE = 'garden-test'
/** Permitted to create administrators, but not to read. */
const NARROW = { token: 'narrow-token', user: { name: 'narrow', uid: 'n', groups: [] } }
/** Also permitted to read one namespace that every cluster has. */
const SYSTEM = { token: 'system-token', user: { name: 'system', uid: 's', groups: [] } }

const gardens: Garden[] = []
const clients: GardenClient[] = []
let garden: Garden
let control: Garden
/** Has the certificate of the garden, as behind a shared wildcard. */
let sameKey: Garden
let otherKey: Garden

beforeAll(async () => {
  const issue = await createAuthority(new Date())
  const own = await issue()
  garden = await start({ certificates: own })
  control = await start({ certificates: await issue() })
  sameKey = await start({ certificates: own })
  otherKey = await start({ certificates: await issue() })
  const metadata = { name: 'b-1', namespace: NAMESPACE, uid: 'uid-of-b-1', creationTimestamp: '2026-01-01T00:00:00Z' }
  garden.load('credentialsbindings.security.gardener.cloud', [
    { apiVersion: 'security.gardener.cloud/v1alpha1', kind: 'CredentialsBinding', metadata, provider: { type: 'aws' } },
  ])
})

afterAll(async () => {
  for (const client of clients) client.close()
  for (const each of gardens) await each.stop()
})

async function start(options: Parameters<typeof createGarden>[0]): Promise<Garden> {
  const started = await createGarden({ ...options, throttle: false, users: [NARROW, SYSTEM] })
  gardens.push(started)
  const client = clientOf(started)
  await client.create({ resource: NAMESPACES, namespace: null }, { metadata: { name: NAMESPACE } })
  const api = (apiGroups: string, resources: string, verbs: string[], names: object = {}) => ({
    apiGroups: [apiGroups],
    resources: [resources],
    verbs,
    ...names,
  })
  const binds = api('rbac.authorization.k8s.io', 'clusterrolebindings', ['create', 'list', 'delete'])
  const binder = api('rbac.authorization.k8s.io', 'clusterroles', ['bind'])
  const reads = api('', 'namespaces', ['get'], { resourceNames: ['kube-system'] })
  for (const [name, rules] of Object.entries({ narrow: [binds, binder], system: [binds, binder, reads] })) {
    await client.create({ resource: CLUSTER_ROLES, namespace: null }, { metadata: { name }, rules } as object)
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name }
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }]
    const binds = { metadata: { name }, roleRef, subjects } as object
    await client.create({ resource: CLUSTER_ROLE_BINDINGS, namespace: null }, binds)
  }
  return started
}

function clientOf(of: Garden): GardenClient {
  const client = createGardenClient({ access: accessBy(of.kubeconfig('admin')), version: 'test' })
  clients.push(client)
  return client
}

/** A kubeconfig with another address of the server. */
function renamed(of: Garden, token = of.token('admin')): string {
  return of.kubeconfig('admin').replace('127.0.0.1', 'localhost').replace(of.token('admin'), token)
}

function openerFor(config: string, change: { readonly ours?: GardenClient } = {}) {
  const client = change.ours ?? clientOf(garden)
  return {
    garden: client,
    secrets: {
      server: control.url,
      read: async () => Object.assign(Object.create(null), { config: Buffer.from(config) }),
      close: () => undefined,
    },
    ownClusters: new OwnClusters({
      garden: { client, namespace: NAMESPACE },
      control: { client: clientOf(control), namespace: NAMESPACE },
    }),
    version: 'test',
  }
}

const WAY = { by: 'secret', namespace: 'kcp', name: 'way', key: 'config', uid: 'u', version: '1' } as const

/** The target of a kubeconfig, and a first write in it. */
async function bindIn(kubeconfig: string, opener = openerFor(kubeconfig)) {
  const target = await openTarget(opener, WAY)
  clients.push(target.client)
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' }
  const binding = { metadata: { generateName: 'admin-' }, roleRef, subjects: [] } as object
  await target.client.create({ resource: CLUSTER_ROLE_BINDINGS, namespace: null }, binding, { dryRun: true })
  return target
}

test.each([
  ['Gardener by another name', () => renamed(garden), 'it serves the CredentialsBinding b-1 with the same uid'],
  ['Gardener by the same name', () => garden.kubeconfig('admin'), 'its server is the address this installation'],
  ['the control plane by another name', () => renamed(control), `it serves the Namespace ${NAMESPACE} with the same`],
  ['Gardener with no right to read', () => renamed(garden, NARROW.token), 'its server has the same TLS key'],
  [
    'the control plane with kube-system alone',
    () => renamed(control, SYSTEM.token),
    'it serves the Namespace kube-system',
  ],
])('refuses a kubeconfig of %s', async (_, kubeconfig, because) => {
  await expect(bindIn(kubeconfig())).rejects.toMatchObject({
    kind: 'unauthenticated',
    status: null,
    because: expect.stringContaining(because),
  })
})

test.each([
  ['with another key', () => otherKey.kubeconfig('admin')],
  ['with the same certificate', () => sameKey.kubeconfig('admin')],
  ['with the same certificate, where only kube-system can be read', () => renamed(sameKey, SYSTEM.token)],
])('opens another cluster %s', async (_, kubeconfig) => {
  expect((await bindIn(kubeconfig())).unverified?.()).toBeNull()
})

test('warns about a cluster in which nothing can be read, although its authority is that of the control plane', async () => {
  expect((await bindIn(renamed(otherKey, NARROW.token))).unverified?.()).toContain('could not verify')
})

test('refuses a cluster in which nothing can be read if its key is that of the control plane', async () => {
  await expect(bindIn(renamed(sameKey, NARROW.token))).rejects.toMatchObject({ status: null })
})

test('opens a previously compared cluster while Gardener does not respond', async () => {
  const live = clientOf(garden)
  let isDown = false
  const down = async (): Promise<never> => {
    const { GardenError } = await import('#lib/garden/client/garden-error.ts')
    throw new GardenError({ kind: 'unreachable', doing: 'list bindings', because: 'it is down.' })
  }
  const ours: GardenClient = { ...live, page: (...asked) => (isDown ? down() : live.page(...asked)) }
  const kubeconfig = otherKey.kubeconfig('admin')
  const opener = openerFor(kubeconfig, { ours })
  await bindIn(kubeconfig, opener)
  isDown = true
  await bindIn(kubeconfig, opener)
  const unknown = openerFor(kubeconfig, { ours })
  await expect(bindIn(kubeconfig, unknown)).rejects.toMatchObject({ kind: 'unreachable' })
})

test.each(['constructor', 'toString', '__proto__'])(
  'reports the key %s as missing unless the Secret has it',
  async key => {
    await expect(openTarget(openerFor(''), { ...WAY, key })).rejects.toMatchObject({
      kind: 'not-found',
      status: null,
    })
  },
)
