import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SIGN_IN_AGAIN } from '#lib/auth/sign-in-words.ts'
import { accessOfText } from '#lib/garden/client/kubeconfig-text.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/names.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { createRequest } from '#lib/services/kubeconfigs/create-request.ts'
import { deleteRequest } from '#lib/services/kubeconfigs/delete-request.ts'
import { downloadKubeconfig } from '#lib/services/kubeconfigs/download-kubeconfig.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { kubeconfigLooker } from '#lib/services/kubeconfigs/look-at-kubeconfig.ts'
import { previewRequest } from '#lib/services/kubeconfigs/preview-request.ts'
import { revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { revokeKubeconfig } from '#lib/services/kubeconfigs/revoke-kubeconfig.ts'
import { rotateKubeconfig } from '#lib/services/kubeconfigs/rotate-kubeconfig.ts'
import { AuditError, AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import type { Store } from '#lib/store/store.ts'
import { CLUSTER, type KubeconfigWorld, NAMESPACE, startKubeconfigWorld } from '../operators/kubeconfig-world.ts'
import { testStore } from './test-store.ts'

const VIEWER = { id: 'viewer', name: 'vera', role: 'viewer' } as const
const OPERATOR = { id: 'operator', name: 'olga', role: 'operator' } as const
const ADMIN = { id: 'admin', name: 'anna', role: 'admin' } as const
type Somebody = typeof VIEWER | typeof OPERATOR | typeof ADMIN

let world: KubeconfigWorld
let store: Store
let context: KubeconfigContext
const written: string[] = []

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((...args: Parameters<typeof write>) => {
      written.push(String(args[0]))
      return write(...args)
    })
  }
  world = await startKubeconfigWorld()
})

beforeEach(async () => {
  store = await testStore()
  context = {
    control: world.client,
    secrets: world.secrets,
    namespace: NAMESPACE,
    exceptions: new Map(),
    audit: new AuditLog(store),
    clock: world.clock,
  }
})

afterAll(async () => {
  vi.restoreAllMocks()
  await world.stop()
})

const call = (user: Somebody, input: object) => ({ user, requestId: 'r-1', input })

async function seenOf(name: string, more: object = {}) {
  const { uid, generation } = (await world.request(name)).metadata
  return { seen: { uid, generation }, reason: 'ticket 4711', ...more }
}

async function issued(name: string): Promise<string> {
  await world.apply(name)
  await world.settle(name)
  return (await world.kubeconfig(name)) ?? ''
}

const said = async () =>
  (await listAudit(store.db, {}, { limit: 20 })).map(({ action, outcome, detail }) => `${action} ${outcome}: ${detail}`)

const RULES = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }
/** As JSON brings it. */
const asked = (name: string, spec: object = {}) => ({
  name,
  spec: JSON.parse(JSON.stringify({ cluster: CLUSTER, clusterRole: RULES, expiration: 3_600, ...spec })),
  reason: 'a component needs it',
})

describe('a request', () => {
  test('is created, and its kubeconfig is issued', async () => {
    expect(await createRequest(context, call(OPERATOR, asked('made')))).toEqual({ kind: 'created', name: 'made' })
    await world.settle('made')
    expect(await world.condition('made', 'Ready')).toBe('True Issued')
    expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
      {
        action: 'request kubeconfig',
        actor: 'olga',
        reason: 'a component needs it',
        outcome: 'accepted',
        targets: [`KubeconfigRequest/${NAMESPACE}/made`, `Cluster/${NAMESPACE}/${CLUSTER}`],
        wanted: { cluster: CLUSTER, expiration: 3_600 },
      },
    ])
  })

  const group = (rule: object) => ({ clusterRole: { rules: [{ ...RULES.rules[0], ...rule }] } })
  test.each<[string, object, string]>([
    ['Bad Name', {}, 'name'],
    ['no-cluster', { cluster: 'nowhere' }, 'spec.cluster'],
    ['short', { expiration: 60 }, 'spec.expiration'],
    ['empty', { clusterRole: undefined }, 'spec'],
    ['verbs', group({ verbs: [] }), 'spec.clusterRole.rules[0].verbs'],
    ['star', group({ verbs: ['*'] }), 'spec.clusterRole.rules[0]'],
    ['secrets', group({ resources: ['secrets'] }), 'spec.clusterRole.rules[0]'],
    ['inside', { role: { namespace: 'kube-system', ...RULES } }, 'spec.role.rules[0]'],
    ['made', {}, 'name'],
  ])('%s %j is told at its field before anything is written', async (name, spec, field) => {
    const result = await createRequest(context, call(OPERATOR, asked(name, spec)))
    expect(result).toMatchObject({ kind: 'invalid', problems: [{ field }] })
    expect(await previewRequest(context, { user: OPERATOR, input: asked(name, spec) })).toMatchObject(
      'problems' in result ? { problems: result.problems } : {},
    )
    expect((await said())[0]).toMatch(/^request kubeconfig refused: /)
    if (name !== 'made') await expect(world.request(name)).rejects.toThrow()
  })

  test('what policy excepts its namespace from is not refused', async () => {
    const excepted = { ...context, exceptions: new Map([[NAMESPACE, new Set(['cluster-secrets'] as const)]]) }
    const input = asked('excepted', group({ resources: ['secrets'] }))
    const { problems, yaml } = await previewRequest(excepted, { user: OPERATOR, input })
    expect(problems).toEqual([])
    expect(yaml).toMatch(/^apiVersion: operator.kyma-project.io\/v1alpha1\nkind: KubeconfigRequest\n/)
  })

  test('without a reason is refused', async () => {
    const result = await createRequest(context, call(OPERATOR, { ...asked('silent'), reason: ' ' }))
    expect(result).toMatchObject({ problems: [{ field: 'reason', message: 'a reason is required' }] })
  })
})

test('nobody without the role does any of it, and each attempt is recorded', async () => {
  await issued('guarded')
  const input = await seenOf('guarded')
  for (const attempt of [
    () => createRequest(context, call(VIEWER, asked('denied'))),
    () => previewRequest(context, { user: VIEWER, input: asked('denied') }),
    () => rotateKubeconfig(context, call(VIEWER, input), 'guarded'),
    () => revokeKubeconfig(context, call(VIEWER, input), 'guarded'),
    () => deleteRequest(context, call(VIEWER, input), 'guarded'),
    () => revokeCluster(context, call(VIEWER, {})),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403, message: 'This needs the role operator.' })
  // A preview writes nothing, not even that.
  expect(await said()).toHaveLength(5)
  expect((await world.request('guarded')).metadata.annotations).toBeUndefined()
})

describe('what is done to one request', () => {
  test('a rotation gives another kubeconfig', async () => {
    const old = await issued('rotated')
    await rotateKubeconfig(context, call(OPERATOR, await seenOf('rotated')), 'rotated')
    const again = rotateKubeconfig(context, call(OPERATOR, await seenOf('rotated')), 'rotated')
    await expect(again).rejects.toMatchObject({ status: 409, message: 'A rotation is under way already.' })
    await world.settle('rotated')
    expect(await world.kubeconfig('rotated')).not.toBe(old)
    expect(await said()).toEqual([
      'rotate kubeconfig refused: A rotation is under way already.',
      'rotate kubeconfig accepted: The operator was asked for a new kubeconfig.',
    ])
  })

  test('a revocation is for good, and its proof is in the status', async () => {
    const old = await issued('revoked')
    await revokeKubeconfig(context, call(OPERATOR, await seenOf('revoked')), 'revoked')
    await world.settle('revoked')
    expect(await world.condition('revoked', 'Revoked')).toBe('True TokenRefused')
    expect((await world.request('revoked')).status?.refusedAfterSeconds).toBeGreaterThanOrEqual(0)
    expect(await world.answer(old, '/api/v1/configmaps')).toBe(401)
    const more = await seenOf('revoked')
    await expect(rotateKubeconfig(context, call(OPERATOR, more), 'revoked')).rejects.toThrow('It is revoked for good.')
    await expect(revokeKubeconfig(context, call(OPERATOR, more), 'revoked')).rejects.toThrow('It is revoked already.')
  })

  test('a deletion takes the access away too', async () => {
    const old = await issued('deleted')
    await deleteRequest(context, call(OPERATOR, await seenOf('deleted')), 'deleted')
    await world.settle('deleted')
    await expect(world.request('deleted')).rejects.toThrow('does not exist')
    expect(await world.answer(old, '/api/v1/configmaps')).toBe(401)
  })

  test('is not done to another one than was seen, nor to one that asks for something else by now', async () => {
    await issued('seen')
    const input = await seenOf('seen')
    await world.edit('seen', { expiration: 7_200 })
    const edited = revokeKubeconfig(context, call(OPERATOR, input), 'seen')
    await expect(edited).rejects.toMatchObject({ status: 409, message: /was changed since you looked/ })
    const other = { ...input, seen: { uid: 'another', generation: 1 } }
    const anew = revokeKubeconfig(context, call(OPERATOR, other), 'seen')
    await expect(anew).rejects.toMatchObject({ status: 409, message: /created anew/ })
    const gone = revokeKubeconfig(context, call(OPERATOR, input), 'gone')
    await expect(gone).rejects.toMatchObject({ status: 404 })
    expect(await said()).toHaveLength(3)
  })

  test('what the operator writes meanwhile is no conflict', async () => {
    await issued('busy')
    const input = await seenOf('busy')
    let written = false
    const busy: KubeconfigContext = {
      ...context,
      control: {
        ...world.client,
        patch: async (place, change, options) => {
          if (!options.dryRun && !written) {
            written = true
            await world.annotate('busy', 'note', 'meanwhile')
          }
          return world.client.patch(place, change, options)
        },
      },
    }
    await revokeKubeconfig(busy, call(OPERATOR, input), 'busy')
    expect((await world.request('busy')).metadata.annotations).toMatchObject({ [REVOKE_ANNOTATION]: 'true' })
  })
})

test('what came of an entry without a word is seen later', async () => {
  await issued('left')
  const { look } = kubeconfigLooker(context)
  // Times of objects have whole seconds: this one was made before.
  world.clock.skip(1_000)
  const at = new Date(world.clock.now()).toISOString()
  const entry = (action: string) =>
    ({ action, at, targets: [`KubeconfigRequest/${NAMESPACE}/left`] }) as unknown as Parameters<typeof look>[0]
  expect(await look(entry('revoke kubeconfig'))).toBeNull()
  world.clock.skip(130_000)
  const outcomeOf = async (action: string) => (await look(entry(action)))?.outcome ?? null
  const all = () => Promise.all(['rotate kubeconfig', 'revoke kubeconfig', 'delete kubeconfig request'].map(outcomeOf))
  expect(await all()).toEqual([null, 'failed', 'failed'])
  await world.annotate('left', REVOKE_ANNOTATION, 'true')
  await world.annotate('left', ROTATE_ANNOTATION, 'true')
  expect(await all()).toEqual(['accepted', 'accepted', 'failed'])
  await world.settle('left')
  await world.delete('left')
  await world.settle('left')
  expect(await all()).toEqual([null, 'accepted', 'accepted'])
})

describe('all of a cluster', () => {
  const CLUSTER_KEY = { namespace: NAMESPACE, name: CLUSTER }

  test('are revoked when they are those that were seen, and its name was typed', async () => {
    for (const name of ['one', 'two', 'three']) await world.apply(name)
    const all = await requestNames()
    const order = { cluster: CLUSTER_KEY, seen: all, confirmed: CLUSTER, reason: 'leaked' }
    const refusedWith = (more: object) => revokeCluster(context, call(OPERATOR, { ...order, ...more }))
    await expect(refusedWith({ confirmed: 'example' })).rejects.toMatchObject({ status: 400 })
    await expect(refusedWith({ seen: all.slice(1) })).rejects.toThrow('1 request came since you looked.')
    expect(await revokeCluster(context, call(OPERATOR, order))).toEqual({ revoked: all, failed: [] })
    await expect(revokeCluster(context, call(OPERATOR, order))).rejects.toThrow('No kubeconfig of this cluster is left')
    for (const name of all) {
      await world.settle(name)
      expect(await world.condition(name, 'Revoked')).toMatch(/^True /)
    }
    expect(await said()).toEqual([
      'revoke all kubeconfigs of cluster refused: No kubeconfig of this cluster is left to be revoked.',
      `revoke all kubeconfigs of cluster accepted: ${all.length} of ${all.length} are being revoked.`,
      'revoke all kubeconfigs of cluster refused: 1 request came since you looked. Nothing was written.',
      `revoke all kubeconfigs of cluster refused: Type ${CLUSTER} to confirm.`,
    ])
  })

  async function requestNames(): Promise<string[]> {
    const names: string[] = []
    await world.client.page<KubeObject>(
      { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE },
      { limit: 500 },
      object => {
        if (object.metadata?.annotations?.[REVOKE_ANNOTATION] !== 'true') names.push(object.metadata?.name ?? '')
      },
    )
    return names
  }
})

const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `kubeconfig-${name}` })

describe('a download', () => {
  const download = async (
    name: string,
    { user = ADMIN, age = 0, ...more }: { user?: Somebody; age?: number | null; input?: object } = {},
  ) => {
    const input = more.input ?? (await seenOf(name))
    const signedInAt = age === null ? null : world.clock.now() - age
    return downloadKubeconfig(context, { ...call(user, input), signedInAt }, name)
  }

  test('is the kubeconfig, once the audit log has it', async () => {
    const text = await issued('mine')
    expect((await download('mine')).toString()).toBe(text)
    const { fingerprint } = (await world.request('mine')).status ?? {}
    expect(await listAudit(store.db, {}, { limit: 9 })).toMatchObject([
      {
        action: 'download kubeconfig',
        actor: 'anna',
        role: 'admin',
        reason: 'ticket 4711',
        outcome: 'accepted',
        detail: 'The kubeconfig was handed out.',
        wanted: { fingerprint },
      },
    ])
  })

  test.each<[string, Parameters<typeof download>[1], number, string]>([
    ['by a viewer', { user: VIEWER }, 403, 'This needs the role admin.'],
    ['by an operator', { user: OPERATOR }, 403, 'This needs the role admin.'],
    ['with an old sign-in', { age: 300_000 }, 403, SIGN_IN_AGAIN],
    ['with a sign-in of unknown age', { age: null }, 403, SIGN_IN_AGAIN],
    [
      'without a reason',
      { input: { seen: { uid: 'u', generation: 1 }, reason: '' } },
      400,
      'reason: a reason is required',
    ],
  ])('%s is refused and recorded', async (_, options, status, message) => {
    const read = vi.spyOn(world.secrets, 'read')
    await expect(download('mine', options)).rejects.toMatchObject({ status, message })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    expect(await said()).toEqual([`download kubeconfig refused: ${message}`])
  })

  test('of what is revoked, or not issued, is refused', async () => {
    await issued('over')
    await world.annotate('over', REVOKE_ANNOTATION, 'true')
    await expect(download('over')).rejects.toThrow('It is revoked for good.')
    await world.apply('early')
    await expect(download('early')).rejects.toThrow('No kubeconfig has been issued yet.')
    await issued('late')
    world.clock.skip(3_600_000)
    await expect(download('late')).rejects.toThrow('The kubeconfig has expired.')
  })

  test('is refused when the Secret is gone, unreadable, or not what the status says', async () => {
    await issued('torn')
    const { metadata } = await world.client.get<KubeObject>(secretOf('torn'))
    const config = Buffer.from('another').toString('base64')
    await world.client.patch(
      secretOf('torn'),
      { data: { config } },
      { resourceVersion: metadata?.resourceVersion ?? '' },
    )
    await expect(download('torn')).rejects.toThrow('The kubeconfig is being renewed.')
    await world.client.delete(secretOf('torn'))
    await expect(download('torn')).rejects.toThrow('The Secret with the kubeconfig is gone.')

    await issued('hidden')
    const input = await seenOf('hidden')
    world.control.faults.add({
      times: 1,
      match: { userAgent: 'hap-secret-reader' },
      mishap: { type: 'status', status: 403 },
    })
    await expect(download('hidden', { input })).rejects.toMatchObject({ kind: 'forbidden' })
    world.control.faults.clear()
    expect((await said()).map(line => line.split(':')[0])).toEqual([
      'download kubeconfig failed',
      'download kubeconfig refused',
      'download kubeconfig refused',
    ])
  })

  test('never is a Secret that a status only points to', async () => {
    await issued('thief')
    const request = await world.request('thief')
    const { resourceVersion } = request.metadata
    const kubeconfigSecretRef = { name: 'admin-of-example', key: 'config' }
    const place = { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name: 'thief', subresource: 'status' }
    await world.client.patch(place, { status: { kubeconfigSecretRef } }, { resourceVersion })
    await expect(download('thief')).rejects.toThrow('belongs to somebody else')
  })

  test('does not come about when the audit log cannot be written', async () => {
    await issued('quiet')
    const fails = async () => {
      throw new AuditError('The audit log cannot be written.')
    }
    const input = await seenOf('quiet')
    const read = vi.spyOn(world.secrets, 'read')
    const audit = new AuditLog(store)
    context = { ...context, audit: { ...bound(audit), intent: fails } }
    await expect(download('quiet', { input })).rejects.toThrow(AuditError)
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    context = { ...context, audit: { ...bound(audit), outcome: fails } }
    await expect(download('quiet', { input })).rejects.toThrow(AuditError)
  })

  test('leaves no byte of a token in the database, the log, events or errors', async () => {
    const text = await issued('canary')
    const token = accessOfText(text, 'it').load().getCurrentUser()?.token ?? ''
    expect(token.length).toBeGreaterThan(100)
    const errors: unknown[] = []
    await download('canary')
    for (const options of [{ user: OPERATOR }, { age: null }])
      await download('canary', options).catch(e => errors.push(e))
    world.control.faults.add({
      times: 1,
      match: { userAgent: 'hap-secret-reader' },
      mishap: { type: 'status', status: 500 },
    })
    await download('canary').catch(e => errors.push(e))
    world.control.faults.clear()
    const tables = await Promise.all([
      store.db.$queryRawUnsafe('SELECT * FROM audit_entry'),
      listAudit(store.db, {}, { limit: 100 }),
    ])
    const kept = [
      inspect(tables, { depth: null, maxStringLength: null }),
      ...world.told,
      ...written,
      inspect(errors, { depth: null }),
    ]
    for (const part of [token, ...token.split('.'), Buffer.from(text).toString('base64').slice(0, 80)])
      expect(kept.some(each => each.includes(part))).toBe(false)
  })
})

function bound(audit: AuditLog): KubeconfigContext['audit'] {
  return {
    intent: draft => audit.intent(draft),
    outcome: draft => audit.outcome(draft),
    refused: (draft, detail) => audit.refused(draft, detail),
  }
}
