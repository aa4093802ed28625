import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type Resource, SECRETS } from '#lib/garden/resources/resource.ts'
import { parseExceptions } from '#lib/hap/access/dangers.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../../../test/operators/kubeconfig-world.ts'
import { accountName, secretPlaceOf } from './names.ts'
import { annotationsOf, readRecord } from './state/issue-record.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MAPS = '/api/v1/configmaps'
const OWN_SECRETS = '/api/v1/namespaces/compass-system/secrets'
const HOUR = 3600_000
const DEFINITIONS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
}
const WIDGETS = {
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
} as KubeObject
let world: KubeconfigWorld

beforeAll(async () => {
  world = await startKubeconfigWorld()
})

afterAll(async () => {
  expect(world.control.services.secretGuard.refused).toEqual([])
  await world.stop()
})

const adminOfTarget = () => world.target.kubeconfig('admin')

/** What a kubeconfig is permitted, of four operations. */
async function rights(kubeconfig: string | null): Promise<number[]> {
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { generateName: 'x-' } }
  return [
    await world.answer(kubeconfig, MAPS),
    await world.answer(kubeconfig, `${OWN_SECRETS}/none`),
    await world.answer(kubeconfig, '/api/v1/namespaces/default/configmaps', 'POST', { ...secret, kind: 'ConfigMap' }),
    await world.answer(kubeconfig, '/apis/rbac.authorization.k8s.io/v1/clusterroles'),
  ]
}

test('a request gets the requested permissions and no more, and its status says so', async () => {
  const before = world.clock.now()
  await world.apply('first')
  const again = await world.settle('first')
  const kubeconfig = await world.kubeconfig('first')
  expect(await rights(kubeconfig)).toEqual([200, 404, 403, 403])
  const { status, metadata } = await world.request('first')
  expect(status).toMatchObject({
    observedGeneration: 1,
    kubeconfigSecretRef: { name: 'kubeconfig-first', key: 'config' },
    serviceAccountRef: { namespace: 'hap-access', name: accountName(metadata) },
  })
  expect(status).not.toHaveProperty('kubeconfig')
  for (const [type, reason] of [
    ['Ready', 'True Issued'],
    ['Accepted', 'True Allowed'],
    ['ClusterReachable', 'True Reachable'],
    ['RulesEffective', 'True AllEffective'],
    ['Revoked', 'none'],
  ] as const)
    expect(await world.condition('first', type)).toBe(reason)
  const share = ((again ?? 0) - before) / HOUR
  expect(share).toBeGreaterThan(2 / 3 - 0.06)
  expect(share).toBeLessThan(2 / 3 + 0.06)
  const secret = await world.client.get({ resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-first' })
  expect(secret.metadata?.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }])
})

test('records an event of the issue', () => {
  expect(world.events).toEqual([expect.stringMatching(/^Normal Issued: Kubeconfig [0-9a-f]{16} is valid until /)])
})

test('without anything to do the cluster is not called', async () => {
  const before = world.target.requests.count()
  const again = await world.settle('first')
  expect(again).toBeGreaterThan(world.clock.now())
  expect(world.target.requests.count()).toBe(before)
})

test('at two thirds of its lifetime the next one is issued, and the previous one works until it expires', async () => {
  const old = await world.kubeconfig('first')
  const again = await world.settle('first')
  world.clock.skip((again ?? 0) - world.clock.now())
  const next = await world.settle('first')
  const young = await world.kubeconfig('first')
  expect(young).not.toBe(old)
  expect(await rights(old)).toEqual([200, 404, 403, 403])
  expect(await rights(young)).toEqual([200, 404, 403, 403])
  expect(await world.condition('first', 'Ready')).toBe('True Rotated')
  expect((await world.traces()).filter(each => each.startsWith('Secret '))).toHaveLength(2)
  world.clock.skip((next ?? 0) - world.clock.now())
  await world.settle('first')
  expect(await world.answer(old, MAPS)).toBe(401)
  expect(await world.answer(young, MAPS)).toBe(200)
  expect((await world.traces()).filter(each => each.startsWith('Secret '))).toHaveLength(1)
})

test('a requested rotation happens once, and the previous kubeconfig ends after a grace period', async () => {
  const old = await world.kubeconfig('first')
  await world.annotate('first', ROTATE_ANNOTATION, 'true')
  const again = await world.settle('first')
  const young = await world.kubeconfig('first')
  const { metadata, status } = await world.request('first')
  expect(metadata.annotations ?? {}).not.toHaveProperty(ROTATE_ANNOTATION)
  expect(status?.rotatedAt).toBeDefined()
  expect([await world.answer(old, MAPS), await world.answer(young, MAPS)]).toEqual([200, 200])
  await world.settle('first')
  expect(await world.kubeconfig('first')).toBe(young)
  world.clock.skip((again ?? 0) - world.clock.now())
  await world.settle('first')
  expect([await world.answer(old, MAPS), await world.answer(young, MAPS)]).toEqual([401, 200])
})

test('a Secret that cannot be written is not reported as a fault of the cluster, and the previous one remains valid', async () => {
  const old = await world.kubeconfig('first')
  await world.annotate('first', ROTATE_ANNOTATION, 'true')
  world.control.faults.add({
    match: { verb: 'patch', resource: 'secrets' },
    times: 0,
    mishap: { type: 'status', status: 403 },
  })
  await expect(world.run('first')).rejects.toMatchObject({ kind: 'forbidden' })
  world.control.faults.clear()
  expect(await world.condition('first', 'ClusterReachable')).toBe('True Reachable')
  expect(await world.condition('first', 'Ready')).toBe('True Rotated')
  expect(world.events.at(-1)).toMatch(/^Warning Failed: Could not patch Secret kubeconfig-first in kcp: /)
  expect(await world.answer(old, MAPS)).toBe(200)
  await world.settle('first')
  expect(await world.kubeconfig('first')).not.toBe(old)
})

test('rotate: false, as in the seed, requests nothing', async () => {
  const before = await world.kubeconfig('first')
  await world.annotate('first', ROTATE_ANNOTATION, 'false')
  await world.annotate('first', REVOKE_ANNOTATION, 'false')
  await world.settle('first')
  expect(await world.kubeconfig('first')).toBe(before)
})

describe('an edit', () => {
  test('that narrows takes effect immediately, also for the issued kubeconfig', async () => {
    const before = await world.kubeconfig('first')
    await world.edit('first', { clusterRole: null })
    await world.settle('first')
    expect(await rights(before)).toEqual([403, 404, 403, 403])
    expect((await world.traces()).filter(each => each.startsWith('ClusterRole'))).toEqual([])
  })

  test('that reduces rights is applied with a foreign Secret, and one that extends them is not', async () => {
    await world.apply('disowned')
    await world.settle('disowned')
    const before = await world.kubeconfig('disowned')
    const place = { resource: SECRETS, namespace: NAMESPACE, name: 'kubeconfig-disowned' }
    const { metadata } = await world.client.get<KubeObject>(place)
    const change = { metadata: { ownerReferences: null } as object }
    await world.client.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
    expect((await rights(before)).slice(0, 2)).toEqual([200, 404])
    await world.edit('disowned', { clusterRole: null })
    await world.settle('disowned')
    expect((await rights(before)).slice(0, 2)).toEqual([403, 404])
    expect(await world.condition('disowned', 'Ready')).toBe('False Failed')
    await world.edit('disowned', {
      clusterRole: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }] },
    })
    await world.settle('disowned')
    expect((await rights(before)).slice(0, 2)).toEqual([403, 404])
    await world.delete('disowned')
    await world.settle('disowned')
  })

  test('of the namespace moves the role', async () => {
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]
    await world.edit('first', { role: { namespace: 'elsewhere', rules } })
    await world.settle('first')
    const kubeconfig = await world.kubeconfig('first')
    expect(await world.answer(kubeconfig, `${OWN_SECRETS}/none`)).toBe(403)
    expect(await world.answer(kubeconfig, '/api/v1/namespaces/elsewhere/secrets/none')).toBe(404)
    expect((await world.traces()).filter(each => each.startsWith('Role '))).toHaveLength(1)
  })

  test('of the rules rewrites the role', async () => {
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]
    await world.edit('first', { role: { namespace: 'elsewhere', rules } })
    await world.settle('first')
    const kubeconfig = await world.kubeconfig('first')
    expect(await world.answer(kubeconfig, '/api/v1/namespaces/elsewhere/secrets/none')).toBe(403)
    expect(await world.answer(kubeconfig, '/api/v1/namespaces/elsewhere/configmaps')).toBe(200)
  })

  test('of the expiration applies immediately', async () => {
    await world.edit('first', { expiration: 7200 })
    await world.settle('first')
    const { status } = await world.request('first')
    const life = Date.parse(status?.expirationTimestamp ?? '') - Date.parse(status?.issuedAt ?? '')
    expect(Math.abs(life - 2 * HOUR)).toBeLessThan(2_000)
  })

  test('to something the policy refuses removes all access, and reports the reason', async () => {
    const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] }]
    await world.edit('first', { role: { namespace: 'elsewhere', rules } })
    await world.settle('first')
    expect(await rights(await world.kubeconfig('first'))).toEqual([403, 403, 403, 403])
    expect(await world.condition('first', 'Accepted')).toBe('False EscalationDenied')
    expect(await world.condition('first', 'Ready')).toBe('False Refused')
    const exceptions = parseExceptions(`${NAMESPACE}=pod-access@elsewhere/pods/exec`)
    await world.settle('first', { exceptions })
    expect(await world.condition('first', 'Accepted')).toBe('True Allowed')
    expect(await world.condition('first', 'Ready')).toBe('True Rotated')
  })
})

test('the example of the seed is granted, with warnings of its mistakes', async () => {
  await world.apply('example-cluster.compass-operator', {
    clusterRole: {
      rules: [
        {
          apiGroups: ['application-connector.kyma-project.io/v1alpha1'],
          resources: ['Application'],
          verbs: ['create', 'get', 'watch', 'update', 'delete'],
        },
      ],
    },
    role: {
      namespace: 'compass-system',
      rules: [{ apiGroups: ['*'], resources: ['Secret'], verbs: ['create', 'get', 'update', 'delete'] }],
    },
  })
  await world.settle('example-cluster.compass-operator')
  const { status } = await world.request('example-cluster.compass-operator')
  const message = (type: string) => status?.conditions?.find(each => each.type === type)?.message
  expect(status?.conditions?.find(({ type }) => type === 'Accepted')).toMatchObject({
    status: 'True',
    reason: 'Allowed',
  })
  expect(message('RulesEffective')).toMatch(
    /^No rule grants anything\. .*Write "application-connector\.kyma-project\.io"/,
  )
  expect(message('RulesEffective')).toMatch(/Write "applications"\..*Write "secrets"\./)
  await world.delete('example-cluster.compass-operator')
  await world.settle('example-cluster.compass-operator')
})

describe('access that the first release granted in kyma-system', () => {
  const NAME = 'granted-before'
  const ROLE = { namespace: 'kyma-system', rules: [{ apiGroups: [''], resources: ['services'], verbs: ['get'] }] }
  const OWN = '/api/v1/namespaces/kyma-system/services/none'
  const allowing = parseExceptions(`${NAMESPACE}=protected-namespace`)

  beforeAll(async () => {
    await world.apply(NAME, { role: ROLE })
    await world.settle(NAME, { exceptions: allowing })
    await asFirstRelease(NAME)
  })

  afterAll(async () => {
    await world.delete(NAME)
    await world.settle(NAME)
  })

  test('keeps working, through rotations, and says that it would need an exception now', async () => {
    await world.settle(NAME)
    expect(await world.condition(NAME, 'Accepted')).toBe('True GrantedBefore')
    await world.annotate(NAME, ROTATE_ANNOTATION, 'true')
    await world.settle(NAME)
    const { status } = await world.request(NAME)
    expect(status?.conditions?.find(({ type }) => type === 'Accepted')?.message).toBe(
      'spec.role.rules[0]: an earlier release granted a role in kyma-system; it would need an exception now, and ends when the rules change.',
    )
    expect(await world.answer(await world.kubeconfig(NAME), OWN)).toBe(404)
  })

  test('ends when the rules change', async () => {
    await world.edit(NAME, { role: { ...ROLE, rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] } })
    await world.settle(NAME)
    expect(await world.condition(NAME, 'Accepted')).toBe('False EscalationDenied')
    expect(await world.answer(await world.kubeconfig(NAME), OWN)).toBe(403)
  })

  test('ends with the exception that a later release needed', async () => {
    await world.edit(NAME, { role: ROLE })
    await world.settle(NAME, { exceptions: allowing })
    expect(await world.condition(NAME, 'Accepted')).toBe('True Allowed')
    await world.settle(NAME)
    expect(await world.condition(NAME, 'Accepted')).toBe('False EscalationDenied')
  })
})

/** Removes from the record of a request what the first release did not write. */
async function asFirstRelease(name: string): Promise<void> {
  const { metadata: request } = await world.request(name)
  const place = secretPlaceOf(request)
  const { metadata } = await world.client.get<KubeObject>(place)
  const record = readRecord(metadata?.annotations, request.uid)
  if (record?.policy === undefined) throw new Error(`${name} has no record of this release.`)
  const { policy: _, ...first } = record
  const change = { metadata: { annotations: annotationsOf(first) } }
  await world.client.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
}

test('status.kubeconfig is filled if the spec requests it, and emptied otherwise', async () => {
  const shown = async () => Buffer.from((await world.request('shown')).status?.kubeconfig ?? '', 'base64').toString()
  await world.apply('shown', { output: 'status' })
  await world.settle('shown')
  expect(await shown()).toBe(await world.kubeconfig('shown'))
  await world.annotate('shown', ROTATE_ANNOTATION, 'true')
  await world.settle('shown')
  expect(await shown()).toBe(await world.kubeconfig('shown'))
  await world.edit('shown', { output: 'secret' })
  await world.settle('shown')
  expect(await shown()).toBe('')
  await world.edit('shown', { output: 'status' })
  await world.settle('shown')
  expect(await shown()).toBe(await world.kubeconfig('shown'))
  await world.annotate('shown', REVOKE_ANNOTATION, 'true')
  await world.settle('shown')
  expect(await shown()).toBe('')
  await world.delete('shown')
  await world.settle('shown')
})

test('a deleted request leaves nothing behind', async () => {
  const kubeconfig = await world.kubeconfig('first')
  await world.delete('first')
  await world.settle('first')
  await expect(world.request('first')).rejects.toThrow('does not exist')
  expect(await world.kubeconfig('first')).toBeNull()
  expect(await world.traces()).toEqual([])
  expect(await world.answer(kubeconfig, MAPS)).toBe(401)
})

test('rules are compared with the cluster at each resync, and nothing is written while they grant the same', async () => {
  const place = { resource: DEFINITIONS, namespace: null, name: 'widgets.example.com' }
  await world.inside.create({ resource: DEFINITIONS, namespace: null }, WIDGETS)
  const rules = [{ apiGroups: ['example.com'], resources: ['widgets'], verbs: ['get'] }]
  await world.apply('widgets', { clusterRole: { rules }, expiration: 86_400 })
  await expect.poll(() => world.answer(adminOfTarget(), '/apis/example.com/v1')).toBe(200)
  await world.settle('widgets')
  expect(await world.condition('widgets', 'RulesEffective')).toBe('True AllEffective')
  const { metadata } = await world.request('widgets')
  const lookAgain = async () => {
    const before = world.target.requests.count()
    world.clock.skip(6.5 * HOUR)
    await world.settle('widgets')
    expect(world.target.requests.count()).toBeGreaterThan(before)
  }
  await lookAgain()
  expect((await world.request('widgets')).metadata.resourceVersion).toBe(metadata.resourceVersion)
  await world.inside.delete(place)
  await expect.poll(() => world.answer(adminOfTarget(), '/apis/example.com/v1')).toBe(404)
  await lookAgain()
  expect(await world.condition('widgets', 'RulesEffective')).toBe('False SomeGrantNothing')
  await world.delete('widgets')
  await world.settle('widgets')
})
