import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#embedded-garden/clock.ts'
import { type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { uidOf } from '#embedded-garden/object.ts'
import { type Caller, configMap, startCaller } from '../../../../test/embedded-garden/caller.ts'
import { createShoot, kubeconfigOf, shootClient } from '../../../../test/embedded-garden/shoots.ts'
import { landscape } from '../../../../test/kit/landscape.ts'
import { waitFor } from '../../../../test/kit/wait.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/namespaces/default/configmaps'
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts'
const SECRETS = '/api/v1/namespaces/default/secrets'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const ROLES = `${RBAC}/namespaces/default`
const API_GROUP = 'rbac.authorization.k8s.io'

let ahead = 0
const clock = { ...systemClock, now: () => new Date(Date.now() + ahead) }
let caller: Caller
let admin: ReturnType<typeof shootClient>
let names = 0

beforeAll(async () => {
  caller = await startCaller({ controllers: true, shootStepMs: 0, clock })
  caller.garden.loadAll(landscape({ seed: 1, size: 'small', at: Date.now() }))
  await createShoot(caller, 'c-tok')
  admin = shootClient(await kubeconfigOf(caller, 'c-tok'))
  await admin.ask('POST', MAPS, { body: configMap('m') })
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]
  await admin.ask('POST', `${ROLES}/roles`, { body: rbac('Role', 'reader', { rules }) })
})

beforeEach(() => {
  names++
})

afterAll(async () => {
  admin.close()
  await caller.stop()
})

function rbac(kind: string, name: string, rest: JsonObject): JsonObject {
  return { apiVersion: `${API_GROUP}/v1`, kind, metadata: { name }, ...rest }
}

const core = (kind: string, name: string) => ({ apiVersion: 'v1', kind, metadata: { name } })

/** A ServiceAccount that may read ConfigMaps, and the Secret to which its tokens are bound. */
async function account(): Promise<{ name: string; secret: JsonObject }> {
  const name = `robot-${names}`
  await admin.ask('POST', ACCOUNTS, { body: core('ServiceAccount', name) })
  const secret = await admin.ask('POST', SECRETS, { body: core('Secret', name) })
  const subjects = [{ kind: 'ServiceAccount', name, namespace: 'default' }]
  const roleRef = { apiGroup: API_GROUP, kind: 'Role', name: 'reader' }
  await admin.ask('POST', `${ROLES}/rolebindings`, { body: rbac('RoleBinding', name, { subjects, roleRef }) })
  return { name, secret }
}

function requestToken(name: string, bound: JsonObject) {
  const boundObjectRef = { apiVersion: 'v1', kind: 'Secret', ...bound }
  const spec = { expirationSeconds: 600, boundObjectRef }
  return admin.call('POST', `${ACCOUNTS}/${name}/token`, { body: { spec } })
}

async function tokenFor(name: string, secret: JsonObject): Promise<string> {
  const { status, body } = await requestToken(name, { name, uid: uidOf(secret) })
  expect(status).toBe(201)
  return stringAt(objectAt(body as JsonObject, 'status'), 'token')
}

const statusWith = async (token: string) => (await admin.call('GET', `${MAPS}/m`, { token })).status

describe('a token of a ServiceAccount in a shoot', () => {
  test('has the permissions of RBAC, and no more', async () => {
    const { name, secret } = await account()
    const token = await tokenFor(name, secret)
    expect(await statusWith(token)).toBe(200)
    expect((await admin.call('DELETE', `${MAPS}/m`, { token })).status).toBe(403)
    expect((await admin.call('GET', SECRETS, { token })).status).toBe(403)
    await admin.ask('DELETE', `${ROLES}/rolebindings/${name}`)
    expect(await statusWith(token)).toBe(403)
  })

  test('is not issued for a missing or recreated Secret', async () => {
    const { name } = await account()
    expect((await requestToken(name, { name: 'missing' })).status).toBe(404)
    expect((await requestToken(name, { name, uid: 'an-earlier-one' })).status).toBe(409)
    expect((await requestToken('nobody', { name })).status).toBe(404)
  })

  test.each([['secrets'], ['serviceaccounts']])(
    'ends with its %s, and is not valid for a recreated one',
    async plural => {
      const { name, secret } = await account()
      const token = await tokenFor(name, secret)
      expect(await statusWith(token)).toBe(200)
      const path = `/api/v1/namespaces/default/${plural}`
      await admin.ask('DELETE', `${path}/${name}`)
      expect(await statusWith(token)).toBe(401)
      await admin.ask('POST', path, { body: core(plural === 'secrets' ? 'Secret' : 'ServiceAccount', name) })
      expect(await statusWith(token)).toBe(401)
    },
  )

  test('ends with its Secret without affecting others of its account', async () => {
    const { name, secret } = await account()
    const other = await admin.ask('POST', SECRETS, { body: core('Secret', `${name}-2`) })
    const first = await tokenFor(name, secret)
    const { body } = await requestToken(name, { name: `${name}-2`, uid: uidOf(other) })
    const second = stringAt(objectAt(body as JsonObject, 'status'), 'token')
    await admin.ask('DELETE', `${SECRETS}/${name}`)
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  })

  test('ends with its bound Pod', async () => {
    const { name } = await account()
    const pods = '/api/v1/namespaces/default/pods'
    const pod = await admin.ask('POST', pods, { body: core('Pod', name) })
    const { body } = await requestToken(name, { kind: 'Pod', name, uid: uidOf(pod) })
    const token = stringAt(objectAt(body as JsonObject, 'status'), 'token')
    expect(await statusWith(token)).toBe(200)
    await admin.ask('DELETE', `${pods}/${name}`)
    expect(await statusWith(token)).toBe(401)
    expect((await requestToken(name, { kind: 'ConfigMap', name: 'm' })).status).toBe(400)
  })

  test('is recognised by a TokenReview', async () => {
    const { name, secret } = await account()
    const token = await tokenFor(name, secret)
    const ask = () =>
      admin.ask('POST', '/apis/authentication.k8s.io/v1/tokenreviews', {
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } },
      })
    expect(await ask()).toMatchObject({
      status: { authenticated: true, user: { username: `system:serviceaccount:default:${name}` } },
    })
    await admin.ask('DELETE', `${SECRETS}/${name}`)
    expect(objectAt(await ask(), 'status').authenticated).toBeUndefined()
  })

  test('can review its own permissions', async () => {
    const { name, secret } = await account()
    const token = await tokenFor(name, secret)
    const group = 'authorization.k8s.io/v1'
    const allowed = async (verb: string, resource: string) => {
      const spec = { resourceAttributes: { namespace: 'default', verb, resource } }
      const body = { apiVersion: group, kind: 'SelfSubjectAccessReview', spec }
      const answer = await admin.ask('POST', `/apis/${group}/selfsubjectaccessreviews`, { token, body })
      return objectAt(answer, 'status').allowed
    }
    expect([await allowed('list', 'configmaps'), await allowed('list', 'secrets')]).toEqual([true, false])
    const body = { apiVersion: group, kind: 'SelfSubjectRulesReview', spec: { namespace: 'default' } }
    const rules = await admin.ask('POST', `/apis/${group}/selfsubjectrulesreviews`, { token, body })
    expect(objectsAt(objectAt(rules, 'status'), 'resourceRules')).toContainEqual({
      verbs: ['get', 'list'],
      apiGroups: [''],
      resources: ['configmaps'],
    })
  })

  test('is unknown in another shoot and in the garden', async () => {
    const { name, secret } = await account()
    const token = await tokenFor(name, secret)
    await createShoot(caller, 'c-tok2')
    const other = shootClient(await kubeconfigOf(caller, 'c-tok2'))
    expect((await other.call('GET', `${MAPS}/m`, { token })).status).toBe(401)
    expect((await caller.call('GET', '/api', { token })).status).toBe(401)
    other.close()
  })

  test('ends when its namespace is emptied', async () => {
    await admin.ask('POST', '/api/v1/namespaces', { body: core('Namespace', 'short') })
    await admin.ask('POST', '/api/v1/namespaces/short/serviceaccounts', { body: core('ServiceAccount', 'robot') })
    const made = await admin.ask('POST', '/api/v1/namespaces/short/serviceaccounts/robot/token', { body: { spec: {} } })
    const token = stringAt(objectAt(made, 'status'), 'token')
    expect((await admin.call('GET', '/api', { token })).status).toBe(200)
    await admin.ask('DELETE', '/api/v1/namespaces/short')
    await waitFor(async () => ((await admin.call('GET', '/api', { token })).status === 401 ? true : null))
  })

  // Last, because it moves the clock beyond the certificate of the administrator.
  test('expires, and so does a certificate', async () => {
    const { name, secret } = await account()
    const token = await tokenFor(name, secret)
    ahead += 11 * 60_000
    expect(await statusWith(token)).toBe(401)
    expect((await admin.call('GET', MAPS)).status).toBe(401)
  })
})
