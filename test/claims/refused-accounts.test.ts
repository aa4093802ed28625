import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createGarden, type Garden } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { testStore } from '../store/test-store.ts'
import { accountObjects, bindingObject } from './account-objects.ts'
import { CALLER, FREE } from './claim-world.ts'
import { awsRequest, testRules } from './schedules/test-rules.ts'
import { type RunningService, serviceOn } from './service-on.ts'

/** A console that may read only some Secrets. */
const NARROW = { token: 'narrow', user: { name: 'narrow', uid: '9', groups: ['narrow'] } }

let garden: Garden
let admin: GardenClient
let namespaces = 0

beforeAll(async () => {
  garden = await createGarden({ throttle: false, users: [NARROW] })
  admin = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'observer' })
})

afterAll(async () => {
  admin.close()
  await garden.stop()
})

/** A namespace and a database; `secrets` are the accounts whose Secrets exist. */
async function landscape(accounts: readonly string[], secrets: readonly string[]) {
  const namespace = `garden-refused-${++namespaces}`
  garden.loadAll([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, uid: namespace } }])
  for (const name of accounts) {
    const objects = accountObjects(namespace, name, FREE)
    garden.loadAll(secrets.includes(name) ? objects : objects.filter(({ kind }) => kind !== 'Secret'))
  }
  const store = await testStore()
  const errors: unknown[] = []
  const start = async (holder: string, token?: string): Promise<RunningService> => {
    const access = accessBy(garden.kubeconfig('admin'), config => {
      if (token !== undefined) config.users = config.users.map(user => ({ ...user, token }))
    })
    const running = await serviceOn({ access, namespace, store, holder, rules: () => testRules(), errors })
    onTestFinished(() => running.stop())
    return running
  }
  const claim = ({ service }: RunningService, tenant: string) =>
    service.claim({ request: awsRequest(tenant), cluster: null, ...CALLER }, `key-${tenant}`)
  const causes = ({ inventory }: RunningService) =>
    Array.from(inventory.conditions(), ({ account, cause }) => `${account.split('/').at(-1)} ${cause}`).sort()
  return {
    namespace,
    store,
    errors,
    start,
    claim,
    causes,
    createSecret: (name: string) => garden.loadAll(accountObjects(namespace, name, FREE).slice(0, 1)),
    /** Makes the next check of every condition due. */
    due: () => store.db.accountCondition.updateMany({ data: { nextCheckAt: new Date(0) } }),
    /** Makes the next step of the scan due. */
    scanDue: () => store.db.accountScan.updateMany({ data: { nextAt: new Date(0) } }),
  }
}

describe('accounts whose Secrets are missing', () => {
  test('are skipped by claims, reported in the queue on every replica, and assigned once the Secrets exist', async () => {
    const { start, claim, causes, createSecret, due, errors } = await landscape(['a', 'b'], [])
    const [first, second] = [await start('p1'), await start('p2')]
    const { claim: waiting } = await claim(first, 't-1')
    expect(waiting.status).toBe('waiting')
    await waitUntil(() => causes(first).length === 2)
    const reason =
      'Waits: pool aws has no usable binding; 2 free accounts cannot be written: their Secrets are missing.'
    expect((await first.service.get(waiting.id)).claim.message).toBe(reason)

    // The other replica reads the conditions from the database, without a write of its own.
    await second.conditions.refresh()
    expect(causes(second)).toEqual(['a credentials-missing', 'b credentials-missing'])
    expect((await second.service.get(waiting.id)).claim.message).toBe(reason)

    // A check finds the Secret.
    createSecret('b')
    await second.conditions.recheck()
    expect(causes(second)).toHaveLength(2)
    await due()
    await second.conditions.recheck()
    expect(causes(second)).toEqual(['a credentials-missing'])
    await first.conditions.refresh()
    await waitUntil(async () => {
      await first.service.processQueue('aws')
      return (await first.service.get(waiting.id)).claim.status === 'reserved'
    })
    expect((await first.service.get(waiting.id)).claim.binding?.name).toBe('b')
    expect(errors).toEqual([])
  })

  test('are found by the scan before a claim, by one replica at a time', async () => {
    const { start, causes, createSecret, due, scanDue } = await landscape(['a', 'b', 'c'], ['b'])
    const [first, second] = [await start('p1'), await start('p2')]
    await first.conditions.scan()
    await second.conditions.scan()
    expect(causes(first)).toEqual(['a credentials-missing', 'c credentials-missing'])
    expect(causes(second)).toEqual([])
    await scanDue()
    await second.conditions.scan()
    await second.conditions.refresh()
    expect(causes(second)).toHaveLength(2)

    // A successful write ends the condition immediately, even without a due check.
    createSecret('a')
    const { inventory, client } = second
    const binding = [...inventory.bindings()].find(({ name }) => name === 'a')
    if (!binding) throw new Error('expected a binding')
    second.conditions.accepted(binding)
    await waitUntil(() => causes(second).length === 1)

    // The condition of an account ends with its last binding.
    await client.delete({ resource: CREDENTIALS_BINDINGS, namespace: binding.namespace, name: 'c' })
    await waitUntil(() => inventory.bindingsOfAccount(`Secret/${binding.namespace}/c`).length === 0)
    await due()
    await second.conditions.recheck()
    expect(causes(second)).toEqual([])
  })

  test('remain recorded while a replica may not list bindings, which scans nothing', async () => {
    const { start, causes, due, scanDue, store } = await landscape(['a'], [])
    const [first, blind] = [await start('p1'), await start('p2', NARROW.token)]
    await first.conditions.scan()
    await due()
    await blind.conditions.recheck()
    await scanDue()
    await blind.conditions.scan()
    await first.conditions.refresh()
    expect(causes(first)).toEqual(['a credentials-missing'])
    expect((await store.db.accountScan.findFirst())?.nextAt).toEqual(new Date(0))
  })

  test('keep the own account of a tenant: no second one is assigned', async () => {
    const { start, claim, causes, namespace, createSecret, due } = await landscape(['a'], ['a'])
    const owned = { ...FREE, tenantName: 't-1' }
    garden.loadAll([bindingObject(namespace, 'own', owned)])
    const running = await start('p1')
    await expect(claim(running, 't-1')).rejects.toMatchObject({ status: 503, retryAfter: 60 })
    await waitUntil(() => causes(running).length === 1)
    await expect(claim(running, 't-1')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('it is not assigned another one: own cannot be written: its Secret is missing'),
    })
    createSecret('own')
    await due()
    await running.conditions.recheck()
    expect((await claim(running, 't-1')).claim).toMatchObject({ status: 'reserved', outcome: 'reuse' })
  })
})

describe('a role that may read only some Secrets', () => {
  test('skips unreadable accounts: the scan is inconclusive, and two refused writes are a condition', async () => {
    const { start, claim, causes, namespace, due } = await landscape(['a', 'b'], ['a', 'b'])
    await mayRead(namespace, ['b'])
    const running = await start('p1', NARROW.token)

    // The scan gets 403, which is inconclusive.
    await running.conditions.scan()
    expect(causes(running)).toEqual([])

    expect((await claim(running, 't-1')).claim).toMatchObject({ status: 'reserved', binding: { name: 'b' } })
    running.conditions.refused({ kind: 'CredentialsBinding', namespace, name: 'a' }, 'credentials-unreadable')
    await waitUntil(async () => (await due()).count === 1)
    expect(causes(running)).toEqual([])
    await running.conditions.recheck()
    expect(causes(running)).toEqual(['a credentials-unreadable'])
    const { claim: waiting } = await claim(running, 't-2')
    expect(waiting.message).toBe(
      'Waits: pool aws has no usable binding; 1 free account cannot be written: the console may not read its Secret.',
    )

    await mayRead(namespace, ['a', 'b'])
    await due()
    await running.conditions.recheck()
    expect(causes(running)).toEqual([])
  })

  test('slows the scan down while it is inconclusive', async () => {
    const accounts = Array.from({ length: 11 }, (_, index) => `a-${10 + index}`)
    const { start, namespace, store } = await landscape(accounts, accounts)
    await mayRead(namespace, ['another'])
    const running = await start('p1', NARROW.token)
    await running.conditions.scan()
    const scan = await store.db.accountScan.findFirst()
    expect(scan?.cursor).toBe(`Secret/${namespace}/a-19`)
    expect(scan && scan.nextAt.getTime() - scan.roundAt.getTime()).toBeGreaterThan(4 * 60_000)
  })

  test('drops a transient refusal', async () => {
    const { start, causes, namespace, due, store } = await landscape(['a'], ['a'])
    const running = await start('p1')
    running.conditions.refused({ kind: 'CredentialsBinding', namespace, name: 'a' }, 'credentials-unreadable')
    await waitUntil(async () => (await due()).count === 1)
    await running.conditions.recheck()
    expect([causes(running), await store.db.accountCondition.count()]).toEqual([[], 0])
  })
})

test('a missing Quota is a condition of its binding until a dry run passes', async () => {
  const { start, claim, causes, namespace, due } = await landscape([], [])
  garden.loadAll(
    accountObjects(namespace, 'a', FREE).map(object =>
      object.kind === 'Secret' ? object : { ...object, quotas: [{ name: 'trial', namespace }] },
    ),
  )
  const running = await start('p1')
  expect((await claim(running, 't-1')).claim).toMatchObject({ status: 'waiting' })
  await waitUntil(() => causes(running).length === 1)
  expect(causes(running)).toEqual(['a quota-missing'])
  await due()
  await running.conditions.recheck()
  expect(causes(running)).toEqual(['a quota-missing'])

  garden.loadAll([
    {
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'Quota',
      metadata: { name: 'trial', namespace, uid: 'uid-trial' },
      spec: { scope: { apiVersion: 'core.gardener.cloud/v1beta1', kind: 'Project' }, metrics: {} },
    },
  ])
  await due()
  await running.conditions.recheck()
  expect(causes(running)).toEqual([])
})

/** Grants the narrow console everything except reading other Secrets. */
async function mayRead(namespace: string, resourceNames: readonly string[]): Promise<void> {
  const group = 'rbac.authorization.k8s.io'
  const apply = (kind: string, plural: string, object: object) => {
    const resource = { group, version: 'v1', plural, kind }
    return admin.apply({ resource, namespace, name: 'narrow' }, object, { manager: 'test', force: true })
  }
  await apply('Role', 'roles', {
    rules: [
      { verbs: ['*'], apiGroups: ['security.gardener.cloud', 'core.gardener.cloud'], resources: ['*'] },
      { verbs: ['get'], apiGroups: [''], resources: ['secrets'], resourceNames },
    ],
  })
  await apply('RoleBinding', 'rolebindings', {
    roleRef: { apiGroup: group, kind: 'Role', name: 'narrow' },
    subjects: [{ kind: 'User', apiGroup: group, name: 'narrow' }],
  })
}
