import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '#embedded-garden/json.ts'
import { type Caller, causesOf, MERGE, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'

const SECURITY = 'security.gardener.cloud/v1alpha1'
const CORE = 'core.gardener.cloud/v1beta1'
const NAMESPACE = 'garden-refs'
const of = (group: string, plural: string) => `/apis/${group}/namespaces/${NAMESPACE}/${plural}`
const BINDINGS = of(SECURITY, 'credentialsbindings')
const SECRET_BINDINGS = of(CORE, 'secretbindings')
const IDENTITIES = of(SECURITY, 'workloadidentities')
const QUOTAS = of(CORE, 'quotas')
const SECRETS = `/api/v1/namespaces/${NAMESPACE}/secrets`
const RBAC = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`
const LABEL = { metadata: { labels: { dirty: 'true' } } }

let caller: Caller

beforeAll(async () => {
  caller = await startCaller()
  await caller.ask('POST', '/api/v1/namespaces', { body: namespace(NAMESPACE) })
  await caller.ask('POST', QUOTAS, { body: quota('trial') })
})

afterAll(() => caller.stop())

/** Names of the objects of one test. */
let name = ''
let count = 0
beforeEach(() => {
  name = `account-${++count}`
})

const quota = (called: string, spec: JsonObject = {}) => ({
  apiVersion: CORE,
  kind: 'Quota',
  metadata: { name: called, namespace: NAMESPACE },
  spec: { scope: { apiVersion: 'v1', kind: 'Secret' }, metrics: { cpu: '2' }, ...spec },
})

const binding = (fields: JsonObject = {}) => ({
  apiVersion: SECURITY,
  kind: 'CredentialsBinding',
  metadata: { name, namespace: NAMESPACE },
  provider: { type: 'aws' },
  credentialsRef: { apiVersion: 'v1', kind: 'Secret', name, namespace: NAMESPACE },
  ...fields,
})

const secretBinding = (fields: JsonObject = {}) => ({
  apiVersion: CORE,
  kind: 'SecretBinding',
  metadata: { name, namespace: NAMESPACE },
  provider: { type: 'aws' },
  secretRef: { name, namespace: NAMESPACE },
  ...fields,
})

const identity = (spec: JsonObject = {}) => ({
  apiVersion: SECURITY,
  kind: 'WorkloadIdentity',
  metadata: { name, namespace: NAMESPACE },
  spec: { audiences: ['a'], targetSystem: { type: 'gcp' }, ...spec },
})

const createSecret = () =>
  caller.ask('POST', SECRETS, { body: { apiVersion: 'v1', kind: 'Secret', metadata: { name } } })
const post = (path: string, body: JsonObject) => caller.call('POST', path, { body })
const patch = (path: string, body: JsonObject, headers: Readonly<Record<string, string>> = {}) =>
  caller.call('PATCH', path, { type: MERGE, body, headers })

/** Headers of a user who may change bindings and get these resources. */
async function userWho(get: readonly (readonly [string, string])[]): Promise<Readonly<Record<string, string>>> {
  const rules = [
    { apiGroups: ['security.gardener.cloud'], resources: ['credentialsbindings'], verbs: ['get', 'patch'] },
    ...get.map(([group, resource]) => ({ apiGroups: [group], resources: [resource], verbs: ['get'] })),
  ]
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name }, rules }
  await caller.ask('POST', `${RBAC}/roles`, { body: role })
  await caller.ask('POST', `${RBAC}/rolebindings`, {
    body: {
      ...{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: { name } },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: `user-of-${name}` }],
    },
  })
  return { 'Impersonate-User': `user-of-${name}` }
}

test.each([
  ['the Secret', [['core.gardener.cloud', 'quotas']], /cannot reference a Secret you are not allowed to read/],
  ['a quota', [['', 'secrets']], /cannot reference a Quota you are not allowed to read/],
] as const)('a label cannot be changed by a user who may not read %s', async (_, readable, why) => {
  await createSecret()
  await caller.ask('POST', BINDINGS, { body: binding({ quotas: [{ name: 'trial', namespace: NAMESPACE }] }) })
  const headers = await userWho(readable)
  for (const path of [`${BINDINGS}/${name}`, `${BINDINGS}/${name}?dryRun=All`])
    expect(await patch(path, LABEL, headers)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(why) },
    })
})

test('a label of a binding without its Secret cannot be changed until the binding is being deleted', async () => {
  await createSecret()
  const metadata = { name, namespace: NAMESPACE, finalizers: ['example.com/wait'] }
  await caller.ask('POST', BINDINGS, { body: binding({ metadata }) })
  const { store } = caller.garden.services
  const stored = store.get('secrets', NAMESPACE, name)
  if (stored) store.remove('secrets', stored)
  expect(await patch(`${BINDINGS}/${name}`, LABEL)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining(`secrets "${name}" not found`) },
  })
  await caller.ask('DELETE', `${BINDINGS}/${name}`)
  expect(await patch(`${BINDINGS}/${name}`, LABEL)).toMatchObject({ status: 200 })
})

test('refuses the credentials of kinds without accounts, and an InternalSecret only if it is missing', async () => {
  const to = (apiVersion: string, kind: string) =>
    post(BINDINGS, binding({ credentialsRef: { apiVersion, kind, name, namespace: NAMESPACE } }))
  expect(causesOf(await to('v1', 'ConfigMap'))).toEqual(['FieldValueNotSupported credentialsRef'])
  expect(await to('core.gardener.cloud/v1beta1', 'InternalSecret')).toMatchObject({ status: 403 })
  await caller.ask('POST', of(CORE, 'internalsecrets'), {
    body: { apiVersion: CORE, kind: 'InternalSecret', metadata: { name } },
  })
  expect(await to('core.gardener.cloud/v1beta1', 'InternalSecret')).toMatchObject({ status: 201 })
})

test('a CredentialsBinding has one provider and a namespace of its credentials, a SecretBinding may have several', async () => {
  await createSecret()
  // The extension label of such a type is invalid too.
  expect(causesOf(await post(BINDINGS, binding({ provider: { type: 'aws,gcp' } })))).toContain(
    'FieldValueInvalid provider.type',
  )
  const credentialsRef = { apiVersion: 'v1', kind: 'Secret', name }
  expect(causesOf(await post(BINDINGS, binding({ metadata: { name }, credentialsRef })))).toEqual([
    'FieldValueRequired credentialsRef.namespace',
    'FieldValueInvalid credentialsRef.namespace',
  ])
  expect(await post(SECRET_BINDINGS, secretBinding({ provider: { type: 'aws,gcp' } }))).toMatchObject({ status: 201 })
})

test('a PUT without resourceVersion overwrites a SecretBinding, and is refused for a CredentialsBinding', async () => {
  await createSecret()
  await post(SECRET_BINDINGS, secretBinding())
  await post(BINDINGS, binding())
  const put = (path: string, body: JsonObject) => caller.call('PUT', `${path}/${name}`, { body })
  expect(await put(SECRET_BINDINGS, secretBinding())).toMatchObject({ status: 200 })
  const refused = await put(BINDINGS, binding())
  expect([refused.status, causesOf(refused)]).toEqual([422, ['FieldValueInvalid metadata.resourceVersion']])
})

test.each([
  [{ audiences: [] }, 'FieldValueRequired spec.audiences'],
  [{ audiences: ['a', 'a'] }, 'FieldValueDuplicate spec.audiences[1]'],
  [{ audiences: [''] }, 'FieldValueInvalid spec.audiences[0]'],
  [{ targetSystem: {} }, 'FieldValueRequired spec.targetSystem.type'],
  [{ targetSystem: { type: 'aws,gcp' } }, 'FieldValueInvalid spec.targetSystem.type'],
])('refuses a WorkloadIdentity with %j', async (spec, cause) => {
  const refused = await post(IDENTITIES, identity(spec))
  expect([refused.status, causesOf(refused)]).toEqual([422, expect.arrayContaining([cause])])
})

test('a WorkloadIdentity gets its subject, keeps subject and type, and fits the provider of its binding', async () => {
  const { metadata, status } = await caller.ask('POST', IDENTITIES, { body: identity() })
  const { uid } = metadata as JsonObject
  expect(status).toEqual({ sub: `gardener.cloud:workloadidentity:${NAMESPACE}:${name}:${uid}` })
  const retyped = await patch(`${IDENTITIES}/${name}`, { spec: { targetSystem: { type: 'aws' } } })
  expect([retyped.status, causesOf(retyped)]).toEqual([422, ['FieldValueInvalid spec.targetSystem.type']])
  expect(await patch(`${IDENTITIES}/${name}`, { status: { sub: 'another' } })).toMatchObject({ body: { status } })
  const credentialsRef = { apiVersion: SECURITY, kind: 'WorkloadIdentity', name, namespace: NAMESPACE }
  expect(await post(BINDINGS, binding({ credentialsRef }))).toMatchObject({ status: 403 })
  expect(await post(BINDINGS, binding({ credentialsRef, provider: { type: 'gcp' } }))).toMatchObject({ status: 201 })
})

test.each([
  [{ metrics: { pods: '5' } }, 'FieldValueInvalid spec.metrics[pods]'],
  [{ clusterLifetimeDays: 0 }, 'FieldValueInvalid spec.clusterLifetimeDays'],
  [{ scope: { apiVersion: 'v1', kind: 'ConfigMap' } }, 'FieldValueNotSupported spec.scope'],
])('refuses a Quota with %j', async (spec, cause) => {
  const refused = await post(QUOTAS, quota(name, spec))
  expect([refused.status, causesOf(refused)]).toEqual([422, [cause]])
})

test('keeps the scope of a Quota, and its extension labels whatever a client writes', async () => {
  const scoped = await patch(`${QUOTAS}/trial`, { spec: { scope: { apiVersion: CORE, kind: 'Project' } } })
  expect([scoped.status, causesOf(scoped)]).toEqual([422, ['FieldValueInvalid spec.scope']])
  await createSecret()
  await post(BINDINGS, binding())
  const removed = await patch(`${BINDINGS}/${name}`, {
    metadata: { labels: { 'provider.extensions.gardener.cloud/aws': null } },
  })
  expect(removed).toMatchObject({
    status: 200,
    body: { metadata: { labels: { 'provider.extensions.gardener.cloud/aws': 'true' } } },
  })
})
