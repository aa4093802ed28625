import { describe, expect, test } from 'vitest'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { parseExceptions } from '#lib/hap/access/dangers.ts'
import { KUBECONFIG_REQUESTS, REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { deleteRequest, revokeKubeconfig, rotateKubeconfig } from '#lib/services/kubeconfigs/act-on-request.ts'
import { createRequest, previewRequest } from '#lib/services/kubeconfigs/create-request.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { kubeconfigResolver } from '#lib/services/kubeconfigs/resolve-requests.ts'
import { revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { CLUSTER, NAMESPACE } from '../operators/kubeconfig-world.ts'
import { call, kubeconfigServices, OPERATOR, VIEWER } from './kubeconfig-services.ts'

const services = kubeconfigServices()

const RULES = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }
/** As parsed from JSON. */
const asked = (name: string, spec: object = {}) => ({
  name,
  spec: JSON.parse(JSON.stringify({ cluster: CLUSTER, clusterRole: RULES, expiration: 3_600, ...spec })),
  reason: 'a component needs it',
})

describe('a request', () => {
  test('is created, and its kubeconfig is issued', async () => {
    expect(await createRequest(services.context, call(OPERATOR, asked('made')))).toEqual({
      kind: 'created',
      name: 'made',
    })
    await services.world.settle('made')
    expect(await services.world.condition('made', 'Ready')).toBe('True Issued')
    expect(await listAudit(services.store.db, {}, { limit: 9 })).toMatchObject([
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
    ['star', group({ verbs: ['*'] }), 'spec.clusterRole.rules[0].verbs'],
    ['groups', group({ apiGroups: ['*'] }), 'spec.clusterRole.rules[0].apiGroups'],
    ['resources', group({ resources: ['*'] }), 'spec.clusterRole.rules[0].resources'],
    ['secrets', group({ resources: ['secrets'] }), 'spec.clusterRole.rules[0]'],
    ['inside', { role: { namespace: 'kube-system', ...RULES } }, 'spec.role.rules[0]'],
    ['made', {}, 'name'],
  ])('%s %j reports the invalid field before anything is written', async (name, spec, field) => {
    const result = await createRequest(services.context, call(OPERATOR, asked(name, spec)))
    expect(result).toMatchObject({ kind: 'invalid', problems: [{ field }] })
    expect(
      await previewRequest(services.context, { user: OPERATOR, signedInAt: null, input: asked(name, spec) }),
    ).toMatchObject('problems' in result ? { problems: result.problems } : {})
    expect((await services.said())[0]).toMatch(/^request kubeconfig refused: /)
    if (name !== 'made') await expect(services.world.request(name)).rejects.toThrow()
  })

  test('is validated against the policy while other fields are still invalid', async () => {
    const input = asked('Bad Name', group({ verbs: ['*'] }))
    const { problems } = await previewRequest(services.context, { user: OPERATOR, signedInAt: null, input })
    expect(problems.map(({ field }) => field)).toEqual(['name', 'spec.clusterRole.rules[0].verbs'])
  })

  test('shows hints for rules without effect, even while other fields are invalid', async () => {
    const hints = async (name: string) => {
      const input = asked(name, group({ resources: ['Pod'] }))
      return (await previewRequest(services.context, { user: OPERATOR, signedInAt: null, input })).hints
    }
    expect(await hints('hinted')).toMatchObject([{ field: 'spec.clusterRole.rules[0].resources[0]' }])
    expect(await hints('Bad Name')).toEqual(await hints('hinted'))
  })

  test('allows access that the exceptions of its namespace permit', async () => {
    const excepted = { ...services.context, exceptions: parseExceptions(`${NAMESPACE}=cluster-secrets`) }
    const input = asked('excepted', group({ resources: ['secrets'] }))
    const { problems, yaml } = await previewRequest(excepted, { user: OPERATOR, signedInAt: null, input })
    expect(problems).toEqual([])
    expect(yaml).toMatch(/^apiVersion: operator.kyma-project.io\/v1alpha1\nkind: KubeconfigRequest\n/)
  })

  test('without a reason is refused', async () => {
    const result = await createRequest(services.context, call(OPERATOR, { ...asked('silent'), reason: ' ' }))
    expect(result).toMatchObject({ problems: [{ field: 'reason', message: 'a reason is required' }] })
  })
})

test('a person needs a recent sign-in to create or rotate a kubeconfig but not to revoke one, and a token can do neither', async () => {
  await services.issued('stepped-up')
  const { context } = services
  const otto = { id: 'oidc:otto', name: 'otto', role: 'operator' } as const
  const script = { id: 'token:t', name: 'token ci of otto', role: 'operator' } as const
  const input = await services.seen('stepped-up')
  for (const [user, signedInAt] of [
    [otto, services.store.now() - 300_000],
    [script, null],
  ] as const) {
    const by = (what: object) => ({ user, signedInAt, requestId: null, input: what })
    await expect(createRequest(context, by(asked('refused')))).rejects.toMatchObject({ status: 403 })
    expect((await previewRequest(context, by(asked('refused')))).refusal).not.toBeNull()
    await expect(rotateKubeconfig(context, by(input), 'stepped-up')).rejects.toMatchObject({ status: 403 })
    expect((await services.said())[0]).toMatch(/^rotate kubeconfig refused: /)
  }
  await revokeKubeconfig(context, { user: otto, signedInAt: 0, requestId: null, input }, 'stepped-up')
  expect((await services.said())[0]).toMatch(/^revoke kubeconfig accepted: /)
})

test('refuses and records each attempt without the role', async () => {
  await services.issued('guarded')
  const input = await services.seen('guarded')
  for (const attempt of [
    () => createRequest(services.context, call(VIEWER, asked('denied'))),
    () => previewRequest(services.context, { user: VIEWER, signedInAt: null, input: asked('denied') }),
    () => rotateKubeconfig(services.context, call(VIEWER, input), 'guarded'),
    () => revokeKubeconfig(services.context, call(VIEWER, input), 'guarded'),
    () => deleteRequest(services.context, call(VIEWER, input), 'guarded'),
    () => revokeCluster(services.context, call(VIEWER, {})),
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 403, message: 'Requires the operator role.' })
  // A preview writes nothing, not even an audit entry.
  expect(await services.said()).toHaveLength(5)
  expect((await services.world.request('guarded')).metadata.annotations).toBeUndefined()
})

describe('an action on one request', () => {
  test('rotation issues another kubeconfig', async () => {
    const old = await services.issued('rotated')
    await rotateKubeconfig(services.context, call(OPERATOR, await services.seen('rotated')), 'rotated')
    const again = rotateKubeconfig(services.context, call(OPERATOR, await services.seen('rotated')), 'rotated')
    await expect(again).rejects.toMatchObject({ status: 409, message: 'A rotation is under way already.' })
    await services.world.settle('rotated')
    expect(await services.world.kubeconfig('rotated')).not.toBe(old)
    expect(await services.said()).toEqual([
      'rotate kubeconfig refused: A rotation is under way already.',
      'rotate kubeconfig accepted: A new kubeconfig was requested.',
    ])
  })

  test('revocation is permanent, and its proof is in the status', async () => {
    const old = await services.issued('revoked')
    await revokeKubeconfig(services.context, call(OPERATOR, await services.seen('revoked')), 'revoked')
    await services.world.settle('revoked')
    expect(await services.world.condition('revoked', 'Revoked')).toBe('True TokenRefused')
    expect((await services.world.request('revoked')).status?.refusedAfterSeconds).toBeGreaterThanOrEqual(0)
    expect(await services.world.answer(old, '/api/v1/configmaps')).toBe(401)
    const more = await services.seen('revoked')
    await expect(rotateKubeconfig(services.context, call(OPERATOR, more), 'revoked')).rejects.toThrow(
      'It is revoked permanently.',
    )
    await expect(revokeKubeconfig(services.context, call(OPERATOR, more), 'revoked')).rejects.toThrow(
      'It is revoked already.',
    )
  })

  test('deletion revokes the access', async () => {
    const old = await services.issued('deleted')
    const input = await services.seen('deleted')
    await deleteRequest(services.context, call(OPERATOR, input), 'deleted')
    expect(await listAudit(services.store.db, {}, { limit: 1 })).toMatchObject([{ before: { uid: input.seen.uid } }])
    await services.world.settle('deleted')
    await expect(services.world.request('deleted')).rejects.toThrow('does not exist')
    expect(await services.world.answer(old, '/api/v1/configmaps')).toBe(401)
  })

  test('is refused when the request was re-created or edited since it was read', async () => {
    await services.issued('seen')
    const input = await services.seen('seen')
    await services.world.edit('seen', { expiration: 7_200 })
    const edited = revokeKubeconfig(services.context, call(OPERATOR, input), 'seen')
    await expect(edited).rejects.toMatchObject({
      status: 409,
      message: expect.stringMatching(/was changed since it was read/),
    })
    const other = { ...input, seen: { uid: 'another', generation: 1 } }
    const recreated = revokeKubeconfig(services.context, call(OPERATOR, other), 'seen')
    await expect(recreated).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/re-created/) })
    const gone = revokeKubeconfig(services.context, call(OPERATOR, input), 'gone')
    await expect(gone).rejects.toMatchObject({ status: 404 })
    expect(await services.said()).toHaveLength(3)
  })

  test('succeeds when the operator writes at the same time', async () => {
    await services.issued('busy')
    const input = await services.seen('busy')
    let written = false
    const busy: KubeconfigContext = {
      ...services.context,
      control: {
        ...services.world.client,
        patch: async (place, change, options) => {
          if (!options.dryRun && !written) {
            written = true
            await services.world.annotate('busy', 'note', 'concurrent')
          }
          return services.world.client.patch(place, change, options)
        },
      },
    }
    await revokeKubeconfig(busy, call(OPERATOR, input), 'busy')
    expect((await services.world.request('busy')).metadata.annotations).toMatchObject({ [REVOKE_ANNOTATION]: 'true' })
  })
})

test('resolves open audit entries later', async () => {
  await services.issued('left')
  const { resolve } = kubeconfigResolver(services.context)
  const { uid } = (await services.world.request('left')).metadata
  // Timestamps of objects have whole seconds; the request is older than the entry.
  services.world.clock.skip(1_000)
  const at = new Date(services.world.clock.now()).toISOString()
  const entry = (action: string, before: object | null = { uid }) =>
    ({ action, at, before, targets: [`KubeconfigRequest/${NAMESPACE}/left`] }) as unknown as Parameters<
      typeof resolve
    >[0]
  expect(await resolve(entry('revoke kubeconfig'))).toBeNull()
  services.world.clock.skip(130_000)
  const outcomeOf = async (...what: Parameters<typeof entry>) => (await resolve(entry(...what)))?.outcome ?? null
  const all = () =>
    Promise.all(
      ['rotate kubeconfig', 'revoke kubeconfig', 'delete kubeconfig request'].map(action => outcomeOf(action)),
    )
  expect(await all()).toEqual([null, 'failed', 'failed'])
  expect(await outcomeOf('request kubeconfig')).toBeNull()
  await services.world.annotate('left', REVOKE_ANNOTATION, 'true')
  await services.world.annotate('left', ROTATE_ANNOTATION, 'true')
  expect(await all()).toEqual(['accepted', 'accepted', 'failed'])
  expect(await outcomeOf('delete kubeconfig request', { uid: 'of-one-before' })).toBe('accepted')
  expect(await outcomeOf('delete kubeconfig request', null)).toBeNull()
  await services.world.settle('left')
  await services.world.delete('left')
  await services.world.settle('left')
  expect(await all()).toEqual([null, 'accepted', 'accepted'])
})

describe('all kubeconfigs of a cluster', () => {
  const CLUSTER_KEY = { namespace: NAMESPACE, name: CLUSTER }

  test('are revoked if they are the listed ones and the name was typed', async () => {
    for (const name of ['one', 'two', 'three']) await services.world.apply(name)
    const all = await requestNames()
    const order = { cluster: CLUSTER_KEY, seen: all, confirmed: CLUSTER, reason: 'leaked' }
    const refusedWith = (more: object) => revokeCluster(services.context, call(OPERATOR, { ...order, ...more }))
    await expect(refusedWith({ confirmed: 'example' })).rejects.toMatchObject({ status: 400 })
    await expect(refusedWith({ seen: all.slice(1) })).rejects.toThrow('1 request was added since the list was read.')
    expect(await revokeCluster(services.context, call(OPERATOR, order))).toEqual({ revoked: all, failed: [] })
    await expect(revokeCluster(services.context, call(OPERATOR, order))).rejects.toThrow(
      'This cluster has no kubeconfig to revoke',
    )
    for (const name of all) {
      await services.world.settle(name)
      expect(await services.world.condition(name, 'Revoked')).toMatch(/^True /)
    }
    expect(await services.said()).toEqual([
      'revoke all kubeconfigs of cluster refused: This cluster has no kubeconfig to revoke.',
      `revoke all kubeconfigs of cluster accepted: ${all.length} of ${all.length} are being revoked.`,
      'revoke all kubeconfigs of cluster refused: 1 request was added since the list was read. Nothing was written. Read it again.',
      `revoke all kubeconfigs of cluster refused: Type ${CLUSTER} to confirm.`,
    ])
  })

  test.each([
    [false, 'failed'],
    [true, 'unknown'],
  ])('with one write without a response (may have landed: %s) are recorded as %s', async (outcomeUnknown, outcome) => {
    for (const name of ['one', 'two']) await services.world.apply(`${name}-${outcome}`)
    const seen = await requestNames()
    const silent: KubeconfigContext['control'] = {
      ...services.world.client,
      patch: async (place, change, options) => {
        if (!options.dryRun && place.name === `two-${outcome}`)
          throw new GardenError({ kind: 'timeout', doing: 'patch it', because: 'it did not answer.', outcomeUnknown })
        return services.world.client.patch(place, change, options)
      },
    }
    const order = { cluster: CLUSTER_KEY, seen, confirmed: CLUSTER, reason: 'leaked' }
    const { revoked, failed } = await revokeCluster({ ...services.context, control: silent }, call(OPERATOR, order))
    expect(revoked).toEqual([`one-${outcome}`])
    expect(failed).toMatchObject([{ name: `two-${outcome}` }])
    expect((await services.said())[0]).toBe(
      `revoke all kubeconfigs of cluster ${outcome}: 1 of 2 are being revoked. Not two-${outcome}: Could not patch it: it did not answer.`,
    )
    await services.world.annotate(`two-${outcome}`, REVOKE_ANNOTATION, 'true')
  })

  async function requestNames(): Promise<string[]> {
    const names: string[] = []
    await services.world.client.page<KubeObject>(
      { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE },
      { limit: 500 },
      object => {
        if (object.metadata?.annotations?.[REVOKE_ANNOTATION] !== 'true') names.push(object.metadata?.name ?? '')
      },
    )
    return names
  }
})
