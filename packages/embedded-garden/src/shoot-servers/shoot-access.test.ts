import { CoreV1Api, KubeConfig, KubernetesObjectApi } from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { nameOf, uidOf } from '#embedded-garden/object.ts'
import {
  type Caller,
  configMap,
  MERGE,
  namesOf,
  namespace,
  startCaller,
} from '../../../../test/embedded-garden/caller.ts'
import {
  createShoot,
  deleteShoot,
  kubeconfigOf,
  operationOf,
  SHOOTS,
  shootClient,
  untilOperation,
} from '../../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/namespaces/default/configmaps'
const REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0, shootServers: 2, faults: true })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  for (const name of ['c-one', 'c-two']) await createShoot(caller, name)
})

afterAll(() => caller.stop())

const clientOf = async (name: string, role: 'admin' | 'viewer' = 'admin') =>
  shootClient(await kubeconfigOf(caller, name, role))

describe('the API server of a shoot', () => {
  test('accepts the kubeconfig that the shoot issues, with the groups of Gardener', async () => {
    const admin = await clientOf('c-one')
    expect(namesOf(await admin.ask('GET', '/api/v1/namespaces'))).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ])
    expect(await admin.ask('POST', REVIEW, { body: review })).toMatchObject({
      status: {
        userInfo: {
          username: 'gardener.cloud:admin:admin',
          groups: ['gardener.cloud:system:admins', 'system:authenticated'],
        },
      },
    })
    expect(await admin.ask('GET', '/version')).toMatchObject({ gitVersion: 'v1.34.7', minor: '34' })
    admin.close()
  })

  test('lets viewers read everything except Secrets', async () => {
    const viewer = await clientOf('c-one', 'viewer')
    const statuses = await Promise.all(
      [MAPS, '/apis/rbac.authorization.k8s.io/v1/clusterroles', '/api/v1/secrets'].map(path =>
        viewer.call('GET', path),
      ),
    )
    const written = await viewer.call('POST', MAPS, { body: configMap('m') })
    expect([...statuses, written].map(({ status }) => status)).toEqual([200, 200, 403, 403])
    viewer.close()
  })

  test('has its own objects, and serves no kinds of Gardener', async () => {
    const [one, two] = [await clientOf('c-one'), await clientOf('c-two')]
    await one.ask('POST', MAPS, { body: configMap('mine') })
    expect((await two.call('GET', `${MAPS}/mine`)).status).toBe(404)
    expect((await caller.call('GET', `${MAPS}/mine`)).status).toBe(404)
    expect((await one.call('GET', SHOOTS)).status).toBe(404)
    const groups = objectsAt(await one.ask('GET', '/apis'), 'groups').map(group => stringAt(group, 'name'))
    expect(groups).toContain('rbac.authorization.k8s.io')
    expect(groups.filter(group => group.includes('gardener'))).toEqual([])
    one.close()
    two.close()
  })

  test('refuses requests without a certificate, with that of another shoot, or with tokens of the garden', async () => {
    const one = await kubeconfigOf(caller, 'c-one')
    const address = (name: string) => `${caller.garden.url}/shoots/${LANDSCAPE_NAMESPACE}/${name}`
    const stranger = shootClient(one, address('c-two'))
    const own = shootClient(one)
    const token = caller.garden.token('admin')
    expect((await own.call('GET', MAPS)).status).toBe(200)
    for (const refused of [
      stranger.call('GET', MAPS),
      own.call('GET', MAPS, { token: '' }),
      own.call('GET', MAPS, { token }),
    ])
      expect((await refused).status).toBe(401)
    stranger.close()
    own.close()
  })

  test('does not accept a certificate as an identity in the garden', async () => {
    const own = shootClient(await kubeconfigOf(caller, 'c-one'), caller.garden.url)
    expect((await own.call('GET', SHOOTS)).status).toBe(403)
    own.close()
  })

  test('serves kinds of a CustomResourceDefinition in its shoot only', async () => {
    const [one, two] = [await clientOf('c-one'), await clientOf('c-two')]
    await one.ask('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { body: DEFINITION })
    await waitFor(async () => ((await one.call('GET', '/apis/x.example.com/v1')).status === 200 ? true : null))
    expect(objectsAt(await one.ask('GET', '/apis/x.example.com/v1'), 'resources')).toMatchObject([
      { name: 'widgets', kind: 'Widget' },
    ])
    expect((await two.call('GET', '/apis/x.example.com/v1')).status).toBe(404)
    one.close()
    two.close()
  })

  test('serves the kinds of a cluster with nodes, and stores their objects', async () => {
    const admin = await clientOf('c-one')
    const core = objectsAt(await admin.ask('GET', '/api/v1'), 'resources').map(each => stringAt(each, 'name'))
    expect(core).toEqual(expect.arrayContaining(['pods', 'pods/exec', 'pods/log', 'services', 'nodes', 'secrets']))
    const deployments = '/apis/apps/v1/namespaces/default/deployments'
    const spec = {
      replicas: 2,
      selector: { matchLabels: { a: 'b' } },
      template: { spec: { containers: [{ name: 'x' }] } },
    }
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec, status: { replicas: 9 } }
    const made = await admin.ask('POST', deployments, { body })
    expect([made.spec, made.status, objectAt(made, 'metadata').generation]).toEqual([spec, undefined, 1])
    const applied = { ...body, spec: { replicas: 3 }, status: undefined }
    const type = 'application/apply-patch+yaml'
    const changed = await admin.ask('PATCH', `${deployments}/d?fieldManager=t&force=true`, { body: applied, type })
    expect(changed).toMatchObject({ metadata: { generation: 2 }, spec: { ...spec, replicas: 3 } })
    expect((await admin.call('GET', '/api/v1/namespaces/default/pods/p/log')).status).toBe(405)
    expect((await admin.call('GET', '/openapi/v3/apis/apps/v1')).status).toBe(200)
    expect((await admin.call('GET', '/openapi/v2')).status).toBe(200)
    admin.close()
  })

  test('creates the default objects of every namespace, and restores them', async () => {
    const admin = await clientOf('c-one')
    await admin.ask('POST', '/api/v1/namespaces', { body: namespace('furnished') })
    const account = '/api/v1/namespaces/furnished/serviceaccounts/default'
    const first = await waitFor(async () => {
      const { status, body } = await admin.call('GET', account)
      return status === 200 ? uidOf(body as JsonObject) : null
    })
    await admin.ask('DELETE', account)
    await waitFor(async () => {
      const { status, body } = await admin.call('GET', account)
      return status === 200 && uidOf(body as JsonObject) !== first ? true : null
    })
    const root = await admin.ask('GET', '/api/v1/namespaces/furnished/configmaps/kube-root-ca.crt')
    expect(objectAt(root, 'data')['ca.crt']).toBe(caller.garden.caCertificate)
    admin.close()
  })

  test('refuses old certificates after its shoot got another authority', async () => {
    await createShoot(caller, 'c-rot')
    const old = await clientOf('c-rot')
    await old.ask('POST', MAPS, { body: configMap('stays') })
    const authorities = `/apis/core.gardener.cloud/v1beta1/namespaces/${LANDSCAPE_NAMESPACE}/internalsecrets`
    await caller.ask('DELETE', `${authorities}/c-rot.ca-client`)
    const fresh = await clientOf('c-rot')
    expect(await fresh.ask('GET', `${MAPS}/stays`)).toHaveProperty('metadata.uid')
    expect((await old.call('GET', MAPS)).status).toBe(401)
    old.close()
    fresh.close()
  })

  test('works with the official client', async () => {
    const config = new KubeConfig()
    config.loadFromString(await kubeconfigOf(caller, 'c-two'))
    const api = KubernetesObjectApi.makeApiClient(config)
    const made = await api.create({ ...configMap('official'), metadata: { name: 'official', namespace: 'default' } })
    expect(made).toHaveProperty('metadata.uid')
    const { items } = await config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace: 'default' })
    expect(items.map(item => item.metadata?.name)).toEqual(['kube-root-ca.crt', 'official'])
  })

  test('has its own faults and counts', async () => {
    const one = await clientOf('c-one')
    const shoot = `${LANDSCAPE_NAMESPACE}/c-one`
    caller.garden.shootRequests.clear()
    caller.garden.faults.add({ match: { shoot, verb: 'list' }, mishap: { type: 'status', status: 503 } })
    expect((await caller.call('GET', '/api/v1/namespaces')).status).toBe(200)
    expect((await one.call('GET', MAPS)).status).toBe(503)
    expect((await one.call('GET', MAPS)).status).toBe(200)
    expect(caller.garden.shootRequests.count({ verb: 'list', resource: 'configmaps' })).toBe(2)
    one.close()
  })
})

describe('servers of many shoots', () => {
  test('are evicted from memory when others are used, and restored with their objects', async () => {
    const one = await clientOf('c-one')
    await one.ask('POST', MAPS, { body: configMap('kept') })
    const { metadata } = await one.ask('GET', MAPS)
    for (const name of ['c-three', 'c-four', 'c-five']) {
      await createShoot(caller, name)
      const other = await clientOf(name)
      await other.ask('GET', MAPS)
      other.close()
    }
    expect(caller.garden.shoots?.loaded).toBe(2)
    expect(await one.ask('GET', MAPS)).toMatchObject({ metadata })
    expect(await one.ask('GET', `${MAPS}/kept`)).toMatchObject({ metadata: { name: 'kept' } })
    expect((await one.call('GET', '/apis/x.example.com/v1')).status).toBe(200)
    one.close()
  })
})

describe('a shoot', () => {
  test('of the landscape is reachable, although it was never created here', async () => {
    const all = objectsAt(await caller.ask('GET', SHOOTS), 'items')
    const healthy = all.find(shoot => operationOf(shoot) === 'Reconcile Succeeded')
    const before = await caller.ask('GET', `${SHOOTS}/${nameOf(healthy ?? {})}`)
    const [first, second] = await Promise.all([1, 2].map(() => clientOf(nameOf(before))))
    expect((await first?.call('GET', MAPS))?.status).toBe(200)
    expect((await second?.call('GET', MAPS))?.status).toBe(200)
    expect(await caller.ask('GET', `${SHOOTS}/${nameOf(before)}`)).toEqual(before)
    first?.close()
    second?.close()
  })

  test('is unreachable while hibernated, breaks its watches, and has its objects after waking up', async () => {
    await createShoot(caller, 'c-nap')
    const admin = await clientOf('c-nap')
    await admin.ask('POST', MAPS, { body: configMap('dream') })
    const { resourceVersion } = objectAt(await admin.ask('GET', MAPS), 'metadata')
    const watching = admin.call('GET', `${MAPS}?watch=1&resourceVersion=${resourceVersion}&timeoutSeconds=50`)
    await setHibernation('c-nap', true)
    expect((await watching).ended).toBe('server')
    await expect(admin.call('GET', MAPS)).rejects.toThrow()
    await setHibernation('c-nap', false)
    expect(namesOf(await admin.ask('GET', MAPS))).toContain('dream')
    admin.close()
  })

  test('is deleted with its objects; one of the same name is another cluster', async () => {
    await createShoot(caller, 'c-again')
    const old = await clientOf('c-again')
    await old.ask('POST', MAPS, { body: configMap('old') })
    const token = await tokenIn(old, 'robot')
    expect((await old.call('GET', '/api', { token })).status).toBe(200)
    await deleteShoot(caller, 'c-again')
    await expect(old.call('GET', MAPS)).rejects.toThrow()
    await createShoot(caller, 'c-again')
    expect((await old.call('GET', MAPS)).status).toBe(401)
    expect((await old.call('GET', '/api', { token })).status).toBe(401)
    const fresh = await clientOf('c-again')
    expect(namesOf(await fresh.ask('GET', MAPS))).toEqual(['kube-root-ca.crt'])
    old.close()
    fresh.close()
  })
})

describe('a replacement kubeconfig', () => {
  test('is issued to administrators unchanged, for one shoot or all', async () => {
    const { shoots } = caller.garden
    shoots?.setKubeconfigOverride(`${LANDSCAPE_NAMESPACE}/c-one`, 'kind: Config # one')
    shoots?.setKubeconfigOverride('*', 'kind: Config # any')
    expect(await kubeconfigOf(caller, 'c-one')).toBe('kind: Config # one')
    expect(await kubeconfigOf(caller, 'c-two')).toBe('kind: Config # any')
    expect(await kubeconfigOf(caller, 'c-two', 'viewer')).toContain('client-certificate-data')
    for (const shoot of [`${LANDSCAPE_NAMESPACE}/c-one`, '*']) shoots?.setKubeconfigOverride(shoot, null)
    expect(await kubeconfigOf(caller, 'c-one')).toContain('client-certificate-data')
  })
})

async function setHibernation(name: string, enabled: boolean): Promise<void> {
  await caller.ask('PATCH', `${SHOOTS}/${name}`, { type: MERGE, body: { spec: { hibernation: { enabled } } } })
  await waitFor(async () => {
    const shoot = await untilOperation(caller, name, 'Reconcile Succeeded')
    return objectAt(shoot, 'status').hibernated === enabled ? true : null
  })
}

async function tokenIn(client: Awaited<ReturnType<typeof clientOf>>, name: string): Promise<string> {
  const accounts = '/api/v1/namespaces/default/serviceaccounts'
  await client.ask('POST', accounts, { body: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } } })
  const made = await client.ask('POST', `${accounts}/${name}/token`, { body: { spec: {} } })
  return stringAt(objectAt(made, 'status'), 'token')
}

const DEFINITION: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.x.example.com' },
  spec: {
    group: 'x.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
}
