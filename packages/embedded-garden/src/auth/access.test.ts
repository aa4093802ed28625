import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '#embedded-garden/json.ts'
import { type Caller, configMap, namespace, startCaller } from '../../../../test/embedded-garden/caller.ts'

const ROBOT = { name: 'robot@example.com', uid: 'u1', groups: ['robots'] }
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
let caller: Caller

beforeAll(async () => {
  caller = await startCaller({ users: [{ token: 'robot-token', user: ROBOT }] })
  for (const name of ['one', 'two']) await caller.ask('POST', '/api/v1/namespaces', { body: namespace(name) })
  for (const name of ['a', 'b'])
    await caller.ask('POST', '/api/v1/namespaces/one/configmaps', { body: configMap(name) })
})

afterAll(() => caller.stop())

const asRobot = { token: 'robot-token' }

function role(kind: 'Role' | 'ClusterRole', name: string, rules: JsonObject[]): JsonObject {
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name }, rules }
}

function binding(
  kind: 'RoleBinding' | 'ClusterRoleBinding',
  name: string,
  roleRef: string,
  subject: JsonObject,
): JsonObject {
  const [refKind = '', refName = ''] = roleRef.split('/')
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind,
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: refKind, name: refName },
    subjects: [subject],
  }
}

async function statusOf(method: string, path: string, options = asRobot as object): Promise<number> {
  return (await caller.call(method, path, options)).status
}

const configMaps = { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['configmaps'] }
const group = { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'robots' }

describe('requests', () => {
  test('with an unknown token get 401; without a token they are anonymous', async () => {
    expect(await statusOf('GET', '/api/v1/namespaces', { token: '' })).toBe(403)
    expect(await statusOf('GET', '/api/v1/namespaces', { token: 'wrong' })).toBe(401)
  })

  test('of a user without permissions get 403, except discovery', async () => {
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps')).toBe(403)
    expect(await statusOf('GET', '/apis')).toBe(200)
  })

  test('are permitted by a RoleBinding in its namespace only, until it is deleted', async () => {
    await caller.ask('POST', `${RBAC}/namespaces/one/roles`, { body: role('Role', 'reader', [configMaps]) })
    await caller.ask('POST', `${RBAC}/namespaces/one/rolebindings`, {
      body: binding('RoleBinding', 'r', 'Role/reader', group),
    })
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps')).toBe(200)
    expect(await statusOf('GET', '/api/v1/namespaces/two/configmaps')).toBe(403)
    expect(await statusOf('GET', '/api/v1/configmaps')).toBe(403)
    await caller.ask('DELETE', `${RBAC}/namespaces/one/rolebindings/r`)
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps')).toBe(403)
  })

  test('are permitted everywhere by a ClusterRoleBinding', async () => {
    await caller.ask('POST', `${RBAC}/clusterroles`, { body: role('ClusterRole', 'reader', [configMaps]) })
    await caller.ask('POST', `${RBAC}/clusterrolebindings`, {
      body: binding('ClusterRoleBinding', 'r', 'ClusterRole/reader', group),
    })
    expect(await statusOf('GET', '/api/v1/configmaps')).toBe(200)
    await caller.ask('DELETE', `${RBAC}/clusterrolebindings/r`)
  })

  test('for named objects may list the one that a field selector names', async () => {
    const rules = [{ ...configMaps, resourceNames: ['a'] }]
    await caller.ask('POST', `${RBAC}/namespaces/one/roles`, { body: role('Role', 'only-a', rules) })
    await caller.ask('POST', `${RBAC}/namespaces/one/rolebindings`, {
      body: binding('RoleBinding', 'only-a', 'Role/only-a', { ...group, kind: 'User', name: ROBOT.name }),
    })
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps/a')).toBe(200)
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps/b')).toBe(403)
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps')).toBe(403)
    expect(await statusOf('GET', '/api/v1/namespaces/one/configmaps?fieldSelector=metadata.name%3Da')).toBe(200)
    await caller.ask('DELETE', `${RBAC}/namespaces/one/rolebindings/only-a`)
  })

  test('by server-side apply need the permission to create a missing object', async () => {
    const apply = (verbs: string[]) => ({ verbs, apiGroups: [''], resources: ['configmaps'], resourceNames: ['made'] })
    const body = configMap('made', { a: '1' })
    const send = () =>
      statusOf('PATCH', '/api/v1/namespaces/one/configmaps/made?fieldManager=robot', {
        ...asRobot,
        body,
        type: 'application/apply-patch+yaml',
      })
    await caller.ask('POST', `${RBAC}/namespaces/one/roles`, { body: role('Role', 'applier', [apply(['patch'])]) })
    await caller.ask('POST', `${RBAC}/namespaces/one/rolebindings`, {
      body: binding('RoleBinding', 'applier', 'Role/applier', group),
    })
    expect(await send()).toBe(403)
    await caller.ask('PUT', `${RBAC}/namespaces/one/roles/applier`, {
      body: role('Role', 'applier', [apply(['patch', 'create'])]),
    })
    expect(await send()).toBe(201)
    await caller.ask('PUT', `${RBAC}/namespaces/one/roles/applier`, {
      body: role('Role', 'applier', [apply(['patch'])]),
    })
    expect(await send()).toBe(200)
    await caller.ask('DELETE', `${RBAC}/namespaces/one/rolebindings/applier`)
  })
})

describe('no user', () => {
  test('can extend their own permissions', async () => {
    const mayWriteRoles = {
      verbs: ['*'],
      apiGroups: ['rbac.authorization.k8s.io'],
      resources: ['roles', 'rolebindings'],
    }
    await caller.ask('POST', `${RBAC}/namespaces/two/roles`, {
      body: role('Role', 'manager', [mayWriteRoles, configMaps]),
    })
    await caller.ask('POST', `${RBAC}/namespaces/two/rolebindings`, {
      body: binding('RoleBinding', 'm', 'Role/manager', group),
    })
    const more = role('Role', 'more', [{ ...configMaps, resources: ['secrets'] }])
    const same = role('Role', 'same', [configMaps])
    // The verb "*" on roles includes "escalate", so it is removed first.
    await caller.ask('PUT', `${RBAC}/namespaces/two/roles/manager`, {
      body: role('Role', 'manager', [{ ...mayWriteRoles, verbs: ['create', 'update', 'get'] }, configMaps]),
    })
    expect(await statusOf('POST', `${RBAC}/namespaces/two/roles`, { ...asRobot, body: more })).toBe(403)
    expect(await statusOf('POST', `${RBAC}/namespaces/two/roles`, { ...asRobot, body: same })).toBe(201)
    await caller.ask('POST', `${RBAC}/namespaces/two/roles`, { body: more })
    expect(
      await statusOf('POST', `${RBAC}/namespaces/two/rolebindings`, {
        ...asRobot,
        body: binding('RoleBinding', 'x', 'Role/more', group),
      }),
    ).toBe(403)
    expect(
      await statusOf('POST', `${RBAC}/namespaces/two/rolebindings`, {
        ...asRobot,
        body: binding('RoleBinding', 'y', 'Role/same', group),
      }),
    ).toBe(201)
  })

  test('can impersonate without permission', async () => {
    const headers = { 'Impersonate-User': 'viewer@example.com' }
    expect(await statusOf('GET', '/api/v1/namespaces', { ...asRobot, headers })).toBe(403)
    expect(await statusOf('GET', '/api/v1/namespaces', { headers: { 'Impersonate-Group': 'system:masters' } })).toBe(
      400,
    )
  })
})

describe('the administrator', () => {
  const REVIEW = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
  const who = async (headers: Record<string, string>) =>
    (
      await caller.ask('POST', REVIEW, {
        headers,
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      })
    ).status

  test('may act as a user with groups', async () => {
    expect(await who({ 'Impersonate-User': 'x', 'Impersonate-Group': 'g' })).toEqual({
      userInfo: { username: 'x', groups: ['g', 'system:authenticated'] },
    })
  })

  test('may act as a service account, which then has its groups', async () => {
    expect(await who({ 'Impersonate-User': 'system:serviceaccount:one:default' })).toEqual({
      userInfo: {
        username: 'system:serviceaccount:one:default',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:one', 'system:authenticated'],
      },
    })
  })
})
