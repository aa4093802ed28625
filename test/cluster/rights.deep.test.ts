import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import type { PolicyRule } from '#lib/operators/api/kubeconfig-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import { listAll, SERVICE_ACCOUNTS } from '#lib/operators/kubeconfig/steps/cluster-objects.ts'
import { readDiscovery } from '#lib/operators/kubeconfig/steps/read-discovery.ts'
import type { KubeconfigWorld } from '../operators/kubeconfig-world.ts'
import { inParallel } from '../stress/landscape.ts'
import { allows, type Deed, rightsOf } from './allows.ts'
import { startImportedWorld } from './imported-world.ts'

/** Unique for this run, as others may use the cluster. */
const RUN = Date.now().toString(36)
const OWN = `hap-rights-${RUN}`
const ONE = 'one'
/** Covers every form of a rule. */
const CLUSTER_RULES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
  { apiGroups: ['apps'], resources: ['deployments', 'deployments/status'], verbs: ['get', 'watch'] },
  { apiGroups: ['apps'], resources: ['daemonsets'], resourceNames: [ONE], verbs: ['get', 'watch'] },
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ['create'] },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: ['patch', 'deletecollection'] },
  { nonResourceURLs: ['/metrics'], verbs: ['get'] },
]
const OWN_RULES: readonly PolicyRule[] = [
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'delete'] },
  { apiGroups: [''], resources: ['services'], verbs: ['watch', 'update'] },
]
/** Verbs of requests, and those of authorization only. */
const VERBS = [
  ...['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection', 'proxy'],
  ...['impersonate', 'bind', 'escalate', 'use', 'approve', 'sign'],
]
const PATHS = ['/', '/api', '/apis', '/version', '/healthz', '/metrics', '/metrics/slis', '/logs', '/openapi/v2']
const LANES = 16

let world: KubeconfigWorld
/** A client with the kubeconfig of a request, and one of a service account without permissions. */
let holder: GardenClient
let unprivileged: GardenClient

const clientOf = (kubeconfig: string) =>
  createGardenClient({ access: parseAccess(kubeconfig, 'it'), version: 'holder' })

beforeAll(async () => {
  world = await startImportedWorld()
  const name = `rights-${RUN}`
  await world.apply(name, { clusterRole: { rules: CLUSTER_RULES }, role: { namespace: OWN, rules: OWN_RULES } })
  await world.settle(name)
  const { status } = await world.request(name)
  expect(findCondition(status?.conditions, 'Accepted')).toMatchObject({
    reason: 'Allowed',
    message: expect.stringMatching(
      /^spec\.role\.rules\[0\]: "create" on secrets in \S+ reaches further than it states: [^:]+$/,
    ),
  })
  const kubeconfig = (await world.kubeconfig(name)) ?? ''
  holder = clientOf(kubeconfig)
  const { token } = parseAccess(kubeconfig, 'it').load().getCurrentUser() ?? {}
  unprivileged = clientOf(kubeconfig.replace(token ?? '', await createUnprivilegedToken()))
})

afterAll(async () => {
  holder?.close()
  unprivileged?.close()
  const name = `rights-${RUN}`
  await world.delete(name)
  await world.settle(name)
  await world.inside.delete({ resource: NAMESPACES, namespace: null, name: OWN })
  await world.stop()
})

async function createUnprivilegedToken(): Promise<string> {
  const name = `unprivileged-${RUN}`
  await world.inside.create({ resource: SERVICE_ACCOUNTS, namespace: OWN }, { metadata: { name } })
  const { status } = await world.inside.request<{ status: { token: string } }>({
    doing: 'request a token',
    permission: null,
    method: 'POST',
    path: `/api/v1/namespaces/${OWN}/serviceaccounts/${name}/token`,
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }),
  })
  return status.token
}

function review<T>(client: GardenClient, kind: string, spec: object): Promise<{ readonly status: T }> {
  return client.request({
    doing: 'ask what is allowed',
    permission: null,
    method: 'POST',
    path: `/apis/authorization.k8s.io/v1/${kind.toLowerCase()}s`,
    contentType: 'application/json',
    body: JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind, spec }),
  })
}

async function rulesIn(client: GardenClient, namespace: string): Promise<readonly PolicyRule[]> {
  const { status } = await review<{
    resourceRules: readonly PolicyRule[]
    nonResourceRules: readonly { verbs: string[]; nonResourceURLs: string[] }[]
    incomplete: boolean
  }>(client, 'SelfSubjectRulesReview', { namespace })
  expect(status.incomplete).toBe(false)
  return [...status.resourceRules, ...status.nonResourceRules]
}

async function mayDo(client: GardenClient, namespace: string, deed: Deed): Promise<boolean> {
  const spec = 'path' in deed ? { nonResourceAttributes: deed } : { resourceAttributes: attributesOf(deed, namespace) }
  return (await review<{ allowed: boolean }>(client, 'SelfSubjectAccessReview', spec)).status.allowed
}

function attributesOf(deed: Extract<Deed, { group: string }>, namespace: string) {
  const [resource = '', subresource = ''] = deed.resource.split('/')
  return { ...deed, resource, subresource, namespace }
}

/** All requests to served resources, and verbs of authorization only. */
async function allDeeds(): Promise<readonly Deed[]> {
  const { groups } = await readDiscovery(world.inside, 'all', AbortSignal.timeout(30_000))
  const resources = [
    ...[...groups].flatMap(([group, all]) => (all ?? []).map(({ name }) => ({ group, resource: name }))),
    ...['users', 'groups'].map(resource => ({ group: '', resource })),
  ]
  const named = resources.filter(({ resource }) => !resource.includes('/')).map(each => ({ ...each, name: ONE }))
  return VERBS.flatMap(verb => [
    ...[...resources, ...named].map(each => ({ verb, ...each })),
    ...PATHS.map(path => ({ verb, path })),
  ])
}

const granted = (namespace: string) => [...CLUSTER_RULES, ...(namespace === OWN ? OWN_RULES : [])]

describe('a kubeconfig on a real server', () => {
  test('permits in each namespace its rules, and the permissions of every user', async () => {
    const namespaces = (await listAll<KubeObject>(world.inside, { resource: NAMESPACES, namespace: null })).map(
      ({ metadata }) => metadata?.name ?? '',
    )
    expect(namespaces).toEqual(expect.arrayContaining([OWN, 'default', 'kube-system', 'hap-access']))
    for (const namespace of namespaces) {
      const everyUser = rightsOf(await rulesIn(unprivileged, namespace))
      const own = rightsOf(await rulesIn(holder, namespace)).filter(each => !everyUser.includes(each))
      expect({ namespace, own }).toEqual({ namespace, own: rightsOf(granted(namespace)) })
    }
  })

  test('permits exactly that among all possible requests', async () => {
    const deeds = await allDeeds()
    for (const namespace of [OWN, 'default', 'hap-access', '']) {
      // Without a namespace: in all of them.
      const everybody = await rulesIn(unprivileged, namespace === '' ? 'default' : namespace)
      const [wrong, allowed]: [string[], string[]] = [[], []]
      await inParallel(deeds, LANES, async deed => {
        const may = await mayDo(holder, namespace, deed)
        const should = allows(granted(namespace), deed)
        if (may && should) allowed.push(JSON.stringify(deed))
        if (may !== (should || allows(everybody, deed)))
          wrong.push(`${may ? 'may' : 'may not'} ${JSON.stringify(deed)}`)
      })
      expect({ namespace, wrong }).toEqual({ namespace, wrong: [] })
      expect(allowed.length).toBeGreaterThan(rightsOf(granted(namespace)).length)
    }
  }, 300_000)
})
