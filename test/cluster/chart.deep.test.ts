import { afterAll, beforeAll, expect, test } from 'vitest'
import { clusterTarget } from '../contract/cluster-target.ts'
import { HttpClient } from '../contract/http-client.ts'
import { allowed, golden, type Manifest } from '../unit/chart/manifests.ts'
import { testCluster } from './test-cluster.ts'

/** Unique to this run, because the cluster may be shared. */
const RUN = Date.now().toString(36)
/** Namespaces of the cases, each of which has another name in this run. */
const NAMESPACES = ['hap-system', 'kcp-system', 'garden-kyma-prod'] as const
const here = (name: string) => `${name}-${RUN}`

const PLURALS: Readonly<Record<string, string>> = {
  NetworkPolicy: 'networkpolicies',
  Ingress: 'ingresses',
}
const CLUSTER_WIDE = ['ClusterRole', 'ClusterRoleBinding']
/** Kinds of other projects, which a bare API server does not have. */
const OF_OTHERS = ['ServiceMonitor', 'PrometheusRule', 'HTTPRoute']

const { admin } = testCluster() ?? { admin: '' }
const { connection, identify } = clusterTarget(admin)
const http = new HttpClient(connection)

async function send(method: string, path: string, body: object | null = null, contentType = 'application/json') {
  const headers = { ...identify('admin'), Accept: 'application/json', ...(body && { 'Content-Type': contentType }) }
  const answer = await http.send({ method, path, headers, body: body && JSON.stringify(body) })
  return { status: answer.status, body: answer.body as { message?: string; status?: { allowed?: boolean } } }
}

/** API version of PodDisruptionBudgets; before 1.21 the same kind had another one. */
let policy = 'policy/v1'

beforeAll(async () => {
  if ((await send('GET', '/apis/policy/v1')).status === 404) policy = 'policy/v1beta1'
  for (const name of NAMESPACES)
    await send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: here(name) } })
})

afterAll(async () => {
  for (const name of NAMESPACES) await send('DELETE', `/api/v1/namespaces/${here(name)}`)
  for (const { kind, metadata } of manifests('apart'))
    if (CLUSTER_WIDE.includes(kind)) await send('DELETE', pathOf({ kind, metadata }))
  http.close()
})

/** A case in the namespaces of this run; names of cluster-scoped objects contain the run. */
function manifests(name: string): readonly Manifest[] {
  const rename = (text: string) =>
    NAMESPACES.reduce((all, each) => all.replaceAll(`"${each}"`, `"${here(each)}"`), text)
  return golden(name)
    .map(each => JSON.parse(rename(JSON.stringify(each))) as Manifest)
    .map(each => ({
      ...each,
      ...(each.kind === 'PodDisruptionBudget' && { apiVersion: policy }),
      ...(CLUSTER_WIDE.includes(each.kind) && { metadata: { ...each.metadata, name: here(each.metadata.name) } }),
      ...(each.roleRef?.kind === 'ClusterRole' && { roleRef: { ...each.roleRef, name: here(each.roleRef.name) } }),
    }))
}

function pathOf({ apiVersion = 'rbac.authorization.k8s.io/v1', kind, metadata }: Manifest): string {
  const plural = PLURALS[kind] ?? `${kind.toLowerCase()}s`
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const place = CLUSTER_WIDE.includes(kind) ? '' : `/namespaces/${metadata.namespace}`
  return `${group}${place}/${plural}/${metadata.name}`
}

const apply = (manifest: Manifest, dryRun: boolean) =>
  send(
    'PATCH',
    `${pathOf(manifest)}?fieldManager=hap-test&force=true&fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`,
    manifest,
    'application/apply-patch+yaml',
  )

test.each(['together', 'reading', 'apart'])('the server accepts every object of the case %s', async name => {
  const own = manifests(name).filter(({ kind }) => !OF_OTHERS.includes(kind))
  expect(own.length).toBeGreaterThan(10)
  // Only one is really created, because the ServiceAccounts of all have the same names.
  for (const dryRun of name === 'apart' ? [true, false] : [true]) {
    const refused = []
    for (const manifest of own) {
      const { status, body } = await apply(manifest, dryRun)
      if (status >= 300) refused.push({ path: pathOf(manifest), status, message: body.message })
    }
    expect(refused).toEqual([])
  }
})

test.each([
  ['a field it does not know', (spec: Manifest['spec']) => ({ ...spec, replica: 2 })],
  ['fewer pods than none', (spec: Manifest['spec']) => ({ ...spec, replicas: -1 })],
])('the server refuses %s', async (_, change) => {
  const found = manifests('together').find(({ kind }) => kind === 'Deployment')
  const broken = { ...found, spec: change(found?.spec) } as Manifest
  expect((await apply(broken, true)).status).toBeGreaterThanOrEqual(400)
})

/** Whether the server allows the ServiceAccount of a release what a line of rules grants. */
async function may(account: string, namespace: string, line: string, of = here('hap-system')): Promise<boolean> {
  const [verb, where = '', name] = line.split(' ')
  const [path = '', ...group] = where.split('.')
  const [resource, subresource = ''] = path.split('/')
  const { body } = await send('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: `system:serviceaccount:${of}:${account}`,
      resourceAttributes: { verb, group: group.join('.'), resource, subresource, name, namespace },
    },
  })
  return body.status?.allowed === true
}

test('the server grants accounts the permissions of the golden files', async () => {
  const all = manifests('apart')
  for (const [account, of] of [
    ['hap-hap-console', 'hap-system'],
    ['hap-hap-console-operators', 'hap-system'],
    ['hap-console', 'garden-kyma-prod'],
    ['hap-operators', 'garden-kyma-prod'],
  ] as const)
    for (const [place, lines] of Object.entries(allowed(all, account)))
      for (const line of lines) {
        const namespace = place === 'all' ? 'default' : place
        expect({ account, line, may: await may(account, namespace, line, here(of)) }).toMatchObject({ may: true })
      }
})

test.each([
  ['hap-hap-console', 'patch clusters/status.operator.kyma-project.io'],
  ['hap-hap-console', 'create secrets.'],
  ['hap-hap-console', 'list secrets.'],
  ['hap-hap-console', 'update leases.coordination.k8s.io'],
  ['hap-hap-console-operators', 'create clusters.operator.kyma-project.io'],
  ['hap-hap-console-operators', 'get configmaps. other'],
])('%s may not %s', async (account, line) => {
  expect(await may(account, here('kcp-system'), line)).toBe(false)
})

test.each([
  'get secrets.',
  'list secrets.',
  'watch secrets.',
  'create secrets.',
  'patch secrets.',
  'delete secrets.',
  'get namespaces.',
  'get kubeconfigrequests.operator.kyma-project.io',
  'patch subscriptionrequests.control-plane.kyma-project.io',
  'update leases.coordination.k8s.io',
])('outside their own namespace the operators may not %s', async line => {
  const operators = 'hap-hap-console-operators'
  for (const namespace of ['default', 'kube-system', ''])
    expect({ namespace, may: await may(operators, namespace, line) }).toEqual({ namespace, may: false })
})
