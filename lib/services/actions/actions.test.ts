import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { WriteError } from '#lib/garden/writes/write-error.ts'
import { newWriteId } from '#lib/garden/writes/write-trace.ts'
import { ACTIONS, type Action } from '#lib/hap/actions/action.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { applyChange, changeOf, epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { LEASE_MS } from '#lib/store/claims/leases.ts'
import { type ActionKit, between, keyOf, OPERATOR, shootsOn, startActionKit } from '../../../test/garden/action-kit.ts'
import { ACTION_STEPS } from '../../../test/garden/action-steps.ts'
import { throttled } from '../../../test/garden/throttled.ts'
import { WRITER } from '../../../test/garden/write-garden.ts'
import { SPEED } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait.ts'
import { type ActionContext, NO_OUTLOOK, type Outlook } from './action-context.ts'
import type { ActionOptions } from './action-order.ts'
import { createActionService } from './action-service.ts'
import { verifyWritten } from './check-after-write.ts'
import { ExpiredHolds } from './expired-holds.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterEach(() => {
  kit.garden.faults.clear()
  kit.audit.clear()
  kit.claims.byAccount.clear()
  kit.claims.fenced.clear()
  kit.claims.givenBack.clear()
  kit.allowed.length = 0
})

afterAll(() => kit.stop())

const input = ({ kind, namespace, name }: Pick<Binding, 'kind' | 'namespace' | 'name'>, more = {}) => ({
  binding: { kind, namespace, name },
  reason: 'ticket 4711',
  ...more,
})

const perform = (
  action: Action,
  binding: Pick<Binding, 'kind' | 'namespace' | 'name'>,
  more: {
    input?: object
    context?: Partial<ActionContext>
    options?: Partial<ActionOptions>
    user?: typeof OPERATOR
  } = {},
) =>
  createActionService(kit.context(more.context)).perform(action, more.user ?? OPERATOR, input(binding, more.input), {
    requestId: 'r-1',
    ...more.options,
  })

/** Waits until the inventory equals Gardener, so that the next action starts from it. */
async function settled(binding: Binding): Promise<Binding> {
  const now = await kit.observer.read(binding)
  await vi.waitFor(
    () => expect(kit.inventory.binding(bindingKey(binding))?.resourceVersion).toBe(now.resourceVersion),
    { timeout: 10_000 },
  )
  return now
}

function stateOf(binding: Binding) {
  const pooled = pooledBinding(binding)
  return pooled && stateAt(pooled, Date.now())
}

function shootManifest(name: string, binding: Binding, account: string) {
  return {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: {
      name,
      namespace: LANDSCAPE_NAMESPACE,
      uid: `uid-${name}`,
      labels: { account },
    },
    spec: {
      [binding.kind === 'SecretBinding' ? 'secretBindingName' : 'credentialsBindingName']: binding.name,
      region: 'eu-central-1',
      provider: { type: 'aws' },
    },
  }
}

/** The end of a message about invalid label values. */
const TEXT = ': use up to 63 letters, digits, hyphens, dots and underscores, with a letter or digit at both ends.'

describe('every action', () => {
  test.each<[keyof typeof ACTION_STEPS, (kit: ActionKit) => Binding]>([
    ['free', kit => kit.find('free')],
    ['claimed', kit => kit.idle()],
    ['shared', kit => kit.find('shared', () => true)],
    ['malformed', kit => kit.find('malformed', ({ binding }) => binding.name === 'odd-1')],
  ])('on a %s account is written, recorded, and reaches the expected state', async (from, find) => {
    const steps = ACTION_STEPS[from]
    let binding = find(kit)
    for (const [action, after, more] of steps) {
      const result = await perform(action, binding, { input: { ...more, seenVersion: binding.resourceVersion } })
      expect(result).toMatchObject({ status: 'done', after, note: null })
      binding = await settled(binding)
      expect(stateOf(binding)).toBe(after)
    }
    expect(kit.audit.lines).toEqual(steps.map(([action]) => `${action} accepted`))
    expect(kit.claims.fenced.size).toBe(0)
  })

  test('records actor, reason, and the state before and after', async () => {
    const binding = kit.idle()
    const tenant = binding.labels.tenantName
    await perform('hold', binding, { input: { ticket: 'OPS-1' } })
    expect(kit.audit.intents).toMatchObject([
      {
        actor: { name: 'olga', role: 'operator' },
        action: 'hold',
        targets: [bindingKey(binding), `GlobalAccount/${tenant}`],
        reason: 'ticket 4711',
        ticket: 'OPS-1',
        requestId: 'r-1',
        before: { labels: binding.labels, resourceVersion: binding.resourceVersion },
        after: { labels: { dirty: 'held' }, write: { resourceVersion: binding.resourceVersion } },
      },
    ])
    expect(kit.audit.outcomes).toMatchObject([
      { intent: 1n, outcome: 'accepted', after: { labels: { dirty: 'held' } } },
    ])
    await perform('unhold', await settled(binding))
    await settled(binding)
  })
})

/** Each action in the life of a binding is sent twice by two processes with the same preconditions. */
test.each<[keyof typeof ACTION_STEPS, (kit: ActionKit) => Binding]>([
  ['free', kit => kit.find('free')],
  ['claimed', kit => kit.idle()],
  ['shared', kit => kit.find('shared', () => true)],
  ['malformed', kit => kit.find('malformed', ({ binding }) => binding.name === 'odd-3')],
])('of two identical concurrent actions on a %s account one is done, and the other is refused', async (from, find) => {
  let binding = find(kit)
  const writes = (of: Binding) => (of.annotations[ANNOTATIONS.writes] ?? '').split(' ').filter(id => id !== '').length
  for (const [action, after, more] of ACTION_STEPS[from]) {
    kit.audit.clear()
    const seen = preconditionsOf(binding)
    const results = await Promise.all(
      [1, 2].map(() => perform(action, binding, { input: { ...more, ...seen }, context: { writes: kit.writer() } })),
    )
    const [done, other] = results.toSorted((a, b) => Number(b.status === 'done') - Number(a.status === 'done'))
    expect(done).toMatchObject({ status: 'done', after })
    expect(other).toMatchObject({
      status: expect.stringMatching(/^(changed|refused)$/),
      reason: expect.stringMatching(/ changed |^Another change of this account is in progress\. /),
    })
    expect(kit.audit.lines.toSorted()).toEqual([`${action} accepted`, `${action} refused`])
    // If the refusal only said to wait, a retry reports the change.
    const again = await perform(action, binding, { input: { ...more, ...seen } })
    expect(again).toMatchObject({ status: 'changed', now: { resourceVersion: expect.any(String) } })
    const now = await settled(binding)
    expect(writes(now)).toBe(writes(binding) + 1)
    expect(stateOf(now)).toBe(after)
    binding = now
  }
})

/** A claimed account on hold, with an empty audit log. */
async function onHold(): Promise<Binding> {
  const binding = kit.idle()
  await perform('hold', binding)
  const held = await settled(binding)
  kit.audit.clear()
  return held
}

describe('an action is refused and recorded', () => {
  const reasonOf = async (...given: Parameters<typeof perform>) => {
    const before = await kit.observer.read(given[1])
    const result = await perform(...given)
    expect((await kit.observer.read(given[1])).resourceVersion).toBe(before.resourceVersion)
    expect(kit.audit.lines).toEqual([`${given[0]} refused`])
    expect(kit.claims.fenced.size).toBe(0)
    return [result.status, 'reason' in result ? result.reason : '']
  }

  test('without the role', async () => {
    const user = { ...OPERATOR, role: 'viewer' } as const
    expect(await reasonOf('hold', kit.find('free'), { user })).toEqual(['refused', 'Requires the operator role.'])
  })

  test('because of the state', async () => {
    expect(await reasonOf('unhold', kit.find('free'))).toEqual(['refused', 'Not on hold.'])
  })

  test('if clusters of the tenant exist that only Gardener has yet', async () => {
    const binding = kit.idle()
    kit.garden.loadAll([shootManifest('c-fresh', binding, binding.labels.tenantName ?? '')])
    expect(await reasonOf('release', binding)).toEqual(['refused', '1 cluster still uses this account.'])
    expect(shootsOn(kit.inventory, binding)).toBe(0)
  })

  test('if clusters have no label of a tenant', async () => {
    const binding = kit.find('claimed', one => shootsOn(kit.inventory, one.binding) > 0)
    for (const { name } of kit.inventory.shootsOfAccount(keyOf(binding))) {
      const place = { resource: SHOOTS, namespace: LANDSCAPE_NAMESPACE, name }
      const { metadata } = await kit.admin.get(place)
      const change = { metadata: { labels: { account: null } } }
      await kit.admin.patch(place, change, { resourceVersion: metadata?.resourceVersion ?? '' })
    }
    const unlabelled = () => kit.inventory.shootsOfAccount(keyOf(binding)).every(each => each.globalAccount === null)
    await vi.waitFor(() => expect(unlabelled()).toBe(true), { timeout: 10_000 })
    const clusters = kit.inventory.shootsOfAccount(keyOf(binding)).length
    const words = clusters === 1 ? '1 cluster still uses' : `${clusters} clusters still use`
    expect(await reasonOf('release', binding)).toEqual(['refused', `${words} this account.`])
  })

  test('if a claim announces a cluster', async () => {
    const binding = kit.idle()
    kit.claims.byAccount.set(keyOf(binding), [{ id: 'claim-1', cluster: null, tenant: '' }])
    expect(await reasonOf('release', binding)).toEqual(['refused', '1 cluster is about to be placed on this account.'])
  })

  test('at the end of a hold of a free account with a cluster on it', async () => {
    const binding = kit.find('free')
    await perform('hold', binding)
    const held = await settled(binding)
    kit.audit.clear()
    kit.claims.byAccount.set(keyOf(held), [{ id: 'claim-1', cluster: null, tenant: 'ga-1' }])
    expect(await reasonOf('unhold', held)).toEqual(['refused', '1 cluster is about to be placed on this account.'])
    kit.claims.byAccount.clear()
    expect(await perform('unhold', held)).toMatchObject({ status: 'done', after: 'free' })
    await settled(held)
  })

  test('during another change of the account', async () => {
    const claims = { ...kit.claims, fence: async () => 'busy' as const }
    expect(await reasonOf('mark-dirty', kit.find('free'), { context: { claims } })).toEqual([
      'refused',
      'Another change of this account is in progress. Try again in a few seconds.',
    ])
  })

  test('at the end of a hold during another change of the account', async () => {
    const held = await onHold()
    const claims = { ...kit.claims, fence: async () => 'busy' as const }
    expect(await reasonOf('unhold', held, { context: { claims } })).toEqual([
      'refused',
      'Another change of this account is in progress. Try again in a few seconds.',
    ])
  })

  test('if the fence was lost', async () => {
    const fence = async (account: string) => ({
      account,
      leaseMs: 1_000,
      holds: async () => false,
      leave: async () => undefined,
    })
    const claims = { ...kit.claims, fence }
    expect((await reasonOf('mark-dirty', kit.find('free'), { context: { claims } }))[0]).toBe('refused')
  })

  test.each([
    ['characters of a selector', 'x,shared=true', `x,shared=true is not a value of tenantName${TEXT}`],
    ['letters beyond ASCII', 'gä-1', `gä-1 is not a value of tenantName${TEXT}`],
    ['an empty text', '', 'tenantName cannot be empty.'],
    ['64 characters', 'g'.repeat(64), 'labels.tenantName: A label has at most 63 characters.'],
  ])('a repair with a global account of %s', async (_, tenantName, words) => {
    const broken = kit.find('malformed', ({ binding }) => binding.name === 'odd-tenant')
    const labels = { tenantName }
    const refused =
      tenantName.length > 63 ? { status: 'invalid', problems: [words] } : { status: 'refused', reason: words }
    const service = createActionService(kit.context())
    expect(await service.preview('repair', OPERATOR, input(broken, { labels }))).toMatchObject(refused)
    expect(await perform('repair', broken, { input: { labels } })).toMatchObject(refused)
    expect((await kit.observer.read(broken)).resourceVersion).toBe(broken.resourceVersion)
    expect(kit.audit.lines).toEqual(['repair refused'])
    expect(kit.audit.outcomes).toMatchObject([{ detail: expect.stringContaining(words) }])
  })

  test.each(ACTIONS)('for %s of another version', async action => {
    expect(await reasonOf(action, kit.find('free'), { input: { seenVersion: '1' } })).toEqual([
      'changed',
      'It has changed since. Review the change, then retry.',
    ])
  })

  test('at the end of a hold that was changed in the meantime', async () => {
    const held = await onHold()
    const seen = { seenVersion: held.resourceVersion, seenEpoch: epochOf(held) }
    await perform('hold', held, { input: { reason: 'another one needs it longer' } })
    await settled(held)
    kit.audit.clear()
    expect((await reasonOf('unhold', held, { input: seen }))[0]).toBe('changed')
  })

  test.each(ACTIONS)('for %s of another epoch', async action => {
    expect(await reasonOf(action, kit.find('free'), { input: { seenVersion: '1', seenEpoch: 977 } })).toEqual([
      'changed',
      expect.stringMatching(/^It has been claimed or changed since \(revision 977, now \d+\)\. Review the change/),
    ])
  })

  test.each(ACTIONS)('for %s of another object or account of an equal version', async action => {
    const binding = kit.find('free')
    const { resourceVersion: seenVersion, uid } = binding
    const another = { uid, account: 'Secret/garden/another' }
    expect(await reasonOf(action, binding, { input: { seenVersion, seenIdentity: another } })).toEqual([
      'changed',
      `It now refers to another account: Secret ${keyOf(binding).slice('Secret/'.length)} instead of Secret garden/another. Review the change, then retry.`,
    ])
    kit.audit.clear()
    const recreated = { uid: 'before', account: keyOf(binding) }
    expect(await reasonOf(action, binding, { input: { seenVersion, seenIdentity: recreated } })).toEqual([
      'changed',
      'It was recreated: it is another object that refers to the same account. Review the change, then retry.',
    ])
  })

  test('in another namespace', async () => {
    const binding = { ...kit.find('free'), namespace: 'garden-other' }
    const result = await perform('hold', binding)
    expect(result).toEqual({ status: 'refused', reason: 'There is no such binding in this landscape.', now: null })
  })

  test('on a binding whose account differs from the one in the job', async () => {
    const binding = kit.find('free')
    const remembered = new Map([[bindingKey(binding), { uid: binding.uid, account: 'Secret/garden/another' }]])
    const [status, reason] = await reasonOf('hold', binding, { options: { remembered } })
    expect([status, reason]).toEqual(['refused', expect.stringContaining('a binding of another account has its name')])
  })

  test('on a recreated binding, if it would be put into use', async () => {
    const binding = kit.find('held')
    const remembered = new Map([[bindingKey(binding), { uid: 'before', account: keyOf(binding) }]])
    const [status, reason] = await reasonOf('unhold', binding, { options: { remembered } })
    expect([status, reason]).toEqual(['refused', expect.stringContaining('hap landscape accept')])
  })

  test.each<Action>(['release', 'confirm-clean', 'start-cleaning'])(
    'for %s while the landscape is paused',
    async action => {
      const binding = kit.find(action === 'release' ? 'claimed' : 'dirty')
      const pause = () => 'It was restored.'
      expect(await reasonOf(action, binding, { context: { pause } })).toEqual(['refused', 'It was restored.'])
    },
  )

  test('on a kind that is not a binding here, without revealing anything about Secrets', async () => {
    const { account } = kit.find('free')
    const secret = { kind: 'Secret', namespace: account.namespace, name: account.name } as const
    const nothing = { status: 'refused', reason: 'There is no such binding in this landscape.', now: null }
    expect(await perform('hold', secret)).toEqual(nothing)
    expect(await createActionService(kit.context()).preview('hold', OPERATOR, { binding: secret })).toEqual(nothing)
  })

  test("while Gardener's objects are not loaded", async () => {
    const inventory = Object.create(kit.inventory, {
      freshness: {
        value: () =>
          kit.inventory
            .freshness()
            .map(each => (each.source === 'Shoot' ? { ...each, phase: 'stale', ageMs: 42_000 } : each)),
      },
    })
    expect(await reasonOf('hold', kit.find('free'), { context: { inventory } })).toEqual([
      'refused',
      'Gardener has sent nothing about Shoot objects for 42 s, so it is unknown who uses the account. Try again once the console is live.',
    ])
  })

  test('because of another assignable binding of the account, until it is on hold', async () => {
    const [twin, other] = kit.inventory.bindingsOfAccount(`Secret/${LANDSCAPE_NAMESPACE}/twin`)
    if (!twin || !other) throw new Error('the twins are not there')
    expect((await reasonOf('release', twin))[1]).toMatch(/refers to the same account and can still be assigned/)
    expect(await perform('hold', other)).toMatchObject({ status: 'done' })
    expect(await perform('release', twin)).toMatchObject({ status: 'done' })
    await settled(twin)
  })
})

/** Two bindings of one account, of which the first is on hold. */
async function heldPair(): Promise<readonly [Binding, Binding]> {
  const [one, other] = kit.inventory.bindingsOfAccount(`Secret/${LANDSCAPE_NAMESPACE}/held-pair`)
  if (!one || !other) throw new Error('the pair is not there')
  await perform('hold', one)
  return [await settled(one), other]
}

test('a hold of a recreated binding is written', async () => {
  const binding = kit.idle()
  const remembered = new Map([[bindingKey(binding), { uid: 'before', account: keyOf(binding) }]])
  expect(await perform('hold', binding, { options: { remembered } })).toMatchObject({ status: 'done', after: 'held' })
})

describe('an event during an action', () => {
  test('a change after the dry run: nothing is written, and the current binding is returned', async () => {
    const binding = kit.find('free')
    const elsewhere = async () => {
      const now = await kit.observer.read(binding)
      const change = { labels: { tenantName: 'ga-keb' }, annotations: {} }
      await kit.observer.write({ binding: now, change, priority: 'action', id: newWriteId() })
    }
    const writes = between(kit.writer(), { previewed: elsewhere })
    const result = await perform('mark-dirty', binding, { context: { writes } })
    expect(result).toMatchObject({ status: 'changed', now: { labels: { tenantName: 'ga-keb' } } })
    expect(kit.audit.lines).toEqual(['mark-dirty refused'])
    await settled(binding)
  })

  test('a concurrent cluster: the mark is reverted', async () => {
    const binding = kit.idle()
    const arrives = async () => {
      kit.garden.loadAll([shootManifest('c-late', binding, binding.labels.tenantName ?? '')])
    }
    const writes = between(kit.writer(), { written: arrives })
    const result = await perform('release', binding, { context: { writes } })
    expect(result).toMatchObject({
      status: 'collided',
      reason:
        '1 cluster still uses this account. The console found this right after its write, so the change was reverted.',
    })
    const now = await settled(binding)
    expect(now.labels).toEqual(binding.labels)
    expect(kit.audit.lines).toEqual(['release failed'])
  })

  test('a cluster of the former tenant that the watch has not delivered: the cleaning is reverted', async () => {
    const idle = kit.idle()
    await perform('release', idle)
    const dirty = await settled(idle)
    const arrives = async () => {
      kit.garden.loadAll([shootManifest('c-unseen', dirty, dirty.labels.tenantName ?? '')])
    }
    const writes = between(kit.writer(), { written: arrives })
    const inventory = new Proxy(kit.inventory, {
      get(target, name) {
        const value: unknown = name === 'shootsOfAccount' ? () => [] : Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const result = await perform('confirm-clean', dirty, { context: { writes, inventory } })
    expect(result).toMatchObject({ status: 'collided', reason: expect.stringMatching(/^1 cluster still uses/) })
    expect((await settled(dirty)).labels).toEqual(dirty.labels)
  })

  test('a change of the other binding of the account: one does not become free while the other becomes dirty', async () => {
    const [one, other] = kit.inventory.bindingsOfAccount(`Secret/${LANDSCAPE_NAMESPACE}/pair`)
    if (!one || !other) throw new Error('the pair is not there')
    const change = { labels: { dirty: 'perhaps' }, annotations: {} }
    await kit.observer.write({ binding: other, change, priority: 'action', id: newWriteId() })
    await settled(other)
    const results: unknown[] = []
    const meanwhile = async () => results.push(await perform('repair', other))
    const writes = between(kit.writer(), { previewed: meanwhile })
    expect(await perform('undo-dirty', one, { context: { writes } })).toMatchObject({ status: 'done', after: 'free' })
    expect(results).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/^Another change/) }])
    await settled(one)
    expect(kit.claims.fenced.size).toBe(0)
  })

  test('the other binding of the account becomes dirty: a hold does not end beside it', async () => {
    const [one, other] = await heldPair()
    const results: unknown[] = []
    const meanwhile = async () => results.push(await perform('mark-dirty', other))
    const writes = between(kit.writer(), { previewed: meanwhile })
    expect(await perform('unhold', one, { context: { writes } })).toMatchObject({ status: 'done', after: 'claimed' })
    expect(results).toMatchObject([{ status: 'refused', reason: expect.stringMatching(/^Another change/) }])
    expect(kit.claims.fenced.size).toBe(0)
    await settled(one)
  })

  test('a claim of its tenant: the hold still ends', async () => {
    const held = await onHold()
    kit.claims.byAccount.set(keyOf(held), [{ id: 'claim-1', cluster: null, tenant: '' }])
    expect(await perform('unhold', held)).toMatchObject({ status: 'done', after: 'claimed' })
    await settled(held)
  })

  async function internal(): Promise<Binding> {
    const binding = kit.find('free')
    await perform('mark-internal', binding)
    return settled(binding)
  }

  test.each<[Action, string, () => Promise<Binding>]>([
    ['unmark-internal', 'free', internal],
    ['repair', 'dirty', async () => kit.find('malformed', ({ binding }) => binding.name === 'odd-2')],
  ])('a claim: %s makes the account %s only while no claim can start', async (action, after, find) => {
    const binding = await find()
    let during: readonly string[] = []
    const look = async () => {
      during = [...kit.claims.fenced]
    }
    const result = await perform(action, binding, { context: { writes: between(kit.writer(), { previewed: look }) } })
    expect(result).toMatchObject({ status: 'done', after })
    expect([during, kit.claims.fenced.size]).toEqual([[keyOf(binding)], 0])
    await settled(binding)
  })

  test('a claim of its tenant: the account still returns to that tenant', async () => {
    const binding = kit.idle()
    await perform('release', binding)
    await settled(binding)
    kit.claims.byAccount.set(keyOf(binding), [{ id: 'claim-1', cluster: null, tenant: '' }])
    expect(await perform('undo-dirty', binding)).toMatchObject({ status: 'done', after: 'claimed' })
    await settled(binding)
  })

  test.each<[keyof typeof ACTION_STEPS, (kit: ActionKit) => Binding]>([
    ['free', kit => kit.find('free')],
    ['claimed', kit => kit.idle()],
    ['shared', kit => kit.find('shared', () => true)],
    ['malformed', kit => kit.find('malformed', ({ binding }) => binding.name === 'odd-tenant')],
  ])('a failing audit log: nothing is done to a %s account', async (from, find) => {
    let binding = find(kit)
    const steps = ACTION_STEPS[from]
    for (const [action, after, more = {}] of steps) {
      kit.audit.broken = true
      expect(await perform(action, binding, { input: more }), action).toEqual({
        status: 'failed',
        reason: 'The audit log cannot be written, so no change is allowed.',
        retryAfterMs: null,
      })
      expect((await kit.observer.read(binding)).resourceVersion).toBe(binding.resourceVersion)
      expect(kit.claims.fenced.size).toBe(0)
      kit.audit.clear()
      if (action === 'repair') continue
      expect(await perform(action, binding, { input: more })).toMatchObject({ status: 'done', after })
      binding = await settled(binding)
    }
  })

  test('the cases of a failing audit log cover every action', () => {
    const tried = Object.values(ACTION_STEPS).flatMap(steps => steps.map(([action]) => action))
    expect([...new Set(tried)].toSorted()).toEqual(ACTIONS.toSorted())
  })

  test('an outcome that cannot be recorded: the action is done, and the intent remains open', async () => {
    const binding = kit.find('free')
    const written = async () => {
      kit.audit.broken = true
    }
    const writes = between(kit.writer(), { written })
    expect(await perform('hold', binding, { context: { writes } })).toMatchObject({ status: 'done' })
    expect(kit.audit.lines).toEqual(['hold open'])
    kit.audit.clear()
    await perform('unhold', await settled(binding))
    await settled(binding)
  })

  test('a write with an unknown outcome: it is reported, and claims skip the account', async () => {
    const binding = kit.find('free')
    const writes = kit.writer({ withinMs: 500 })
    const lost = between(writes, {
      previewed: async () => {
        kit.garden.faults.add({ match: { verb: 'patch', userAgent: WRITER }, mishap: { type: 'lose-answer' } })
        kit.garden.faults.add({
          match: { verb: 'get', userAgent: WRITER },
          mishap: { type: 'status', status: 503, text: 'service unavailable\n' },
          times: 0,
        })
      },
    })
    const result = await perform('mark-dirty', binding, { context: { writes: lost } })
    expect(result.status).toBe('unknown')
    expect(kit.audit.lines).toEqual(['mark-dirty unknown'])
    expect([...kit.claims.fenced]).toEqual([keyOf(binding)])
    kit.garden.faults.clear()
    kit.claims.fenced.clear()
    await perform('undo-dirty', await settled(binding))
    await settled(binding)
  })

  test('an unreachable Gardener: the action fails with a message and is recorded', async () => {
    const binding = kit.find('free')
    kit.garden.faults.add({ match: { userAgent: WRITER }, mishap: { type: 'reset' }, times: 0 })
    const result = await perform('hold', binding, { context: { writes: kit.writer({ withinMs: 300 }) } })
    expect(result).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/was not read: the connection was cut/),
    })
    expect(kit.audit.lines).toEqual(['hold failed'])
  })

  test.each([
    ['binding', 'get', { type: 'status', status: 500, reason: 'InternalError' }, 'failed', /was not read: .*Try again/],
    ['binding', 'get', { type: 'hang' }, 'failed', /was not read: .*Try again/],
    [
      'dry run',
      'patch',
      { type: 'status', status: 500, reason: 'InternalError' },
      'planned',
      /was not checked: .*Try again/,
    ],
  ] as const)(
    'Gardener fails on each %s, %s: a preview fails within seconds',
    async (_, verb, mishap, status, words) => {
      const binding = kit.find('free')
      kit.garden.faults.add({ match: { verb, userAgent: WRITER }, mishap, times: 0 })
      const patience = 90_000
      const patient = kit.writer({ withinMs: patience, attemptMs: 60_000, impatient: true })
      const started = performance.now()
      const preview = await createActionService(kit.context({ writes: patient })).preview(
        'hold',
        OPERATOR,
        input(binding),
      )
      expect((performance.now() - started) * SPEED).toBeLessThan(patience / 2)
      expect(preview.status).toBe(status)
      expect(preview.status === 'planned' ? preview.objection : 'reason' in preview && preview.reason).toMatch(words)
      expect(kit.audit.lines).toEqual([])
    },
  )

  test('a missing binding: the action fails as such and is recorded', async () => {
    const result = await perform('hold', { ...kit.find('free'), name: 'no-such-binding' })
    expect(result).toMatchObject({ status: 'failed', missing: true, reason: expect.stringMatching(/does not exist/) })
    expect(kit.audit.lines).toEqual(['hold failed'])
  })

  test('a cancelled request: an action in the queue is dropped', async () => {
    const binding = kit.find('free')
    const stop = new AbortController()
    const writes = kit.writer()
    const slow = between(writes, {
      previewed: async () => {
        await throttled(writes.queue, 60_000)
        void waitUntil(() => writes.queue.length > 0).then(() => stop.abort(new Error('cancelled')))
      },
    })
    const result = await perform('hold', binding, { context: { writes: slow }, options: { signal: stop.signal } })
    expect(result).toMatchObject({ status: 'cancelled', reason: 'Cancelled before anything was written.' })
    expect((await kit.observer.read(binding)).resourceVersion).toBe(binding.resourceVersion)
  })
})

describe('an action waiting in the write queue', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  const LEASE_SECONDS = LEASE_MS / 1_000

  /** An in-memory fence that each renewal extends by a lease, with a clock that only `wait` moves. */
  function waiting(seconds: number) {
    let [now, until] = [0, 0]
    const renew = () => {
      until = now + LEASE_SECONDS
    }
    const fence = async (account: string) => {
      renew()
      const holds = async () => {
        const isHeld = now < until
        if (isHeld) renew()
        return isHeld
      }
      return { account, leaseMs: LEASE_MS, holds, leave: async () => undefined }
    }
    const wait = async () => {
      for (const end = now + seconds; now < end; ) {
        now += 5
        await vi.advanceTimersByTimeAsync(5_000)
      }
    }
    return { claims: { ...kit.claims, fence }, wait, fenced: () => now < until, expire: () => (until = now) }
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })

  test.each(['previewed', 'written'] as const)('keeps the account fenced while it waits: %s', async step => {
    const binding = kit.idle()
    const { claims, wait, fenced } = waiting(90)
    const kept: boolean[] = []
    const slow = async () => {
      await wait()
      kept.push(fenced())
    }
    const writes = between(kit.writer(), { [step]: slow })
    expect(await perform('release', binding, { context: { claims, writes } })).toMatchObject({ status: 'done' })
    expect(kept).toEqual([true])
    await wait()
    expect(fenced()).toBe(false)
    await settled(binding)
  })

  test('is dropped after it lost its fence, and may be retried', async () => {
    const binding = kit.idle()
    const { claims, wait, expire } = waiting(10)
    const waited = Promise.withResolvers<void>()
    const writes = kit.writer()
    const slow = between(writes, {
      previewed: async () => {
        await throttled(writes.queue, 60_000)
        void waitUntil(() => writes.queue.length > 0).then(() => {
          expire()
          waited.resolve(wait())
        })
      },
    })
    expect(await perform('release', binding, { context: { claims, writes: slow } })).toMatchObject({
      status: 'refused',
      reason: expect.stringMatching(/Nothing was written\. Try again\.$/),
      retryAfterMs: 0,
    })
    await waited.promise
    expect((await kit.observer.read(binding)).resourceVersion).toBe(binding.resourceVersion)
  })
})

describe('bad input', () => {
  const place = { kind: 'CredentialsBinding', namespace: 'n', name: 'a' }
  test.each<[Action, unknown, readonly string[]]>([
    ['hold', null, ['input: must be an object']],
    ['hold', { binding: place }, ['reason: is required']],
    ['hold', { binding: place, reason: '  ' }, ['reason: a reason is required']],
    ['hold', { binding: place, reason: 'x', seenVersion: '1 2' }, ['seenVersion: must be the version of a binding']],
    ['hold', { binding: place, reason: 'x'.repeat(1_001) }, ['reason: has more than 1000 characters']],
    ['hold', { binding: place, reason: 'a\u001b[2J' }, ['reason: has characters that cannot be shown']],
    [
      'hold',
      { binding: place, reason: 'x', until: 'tomorrow' },
      ['until: The end of a hold must be a time such as 2026-12-01T12:00:00Z.'],
    ],
    ['hold', { binding: place, reason: 'a\u202egnp.exe' }, ['reason: has characters that cannot be shown']],
    ['hold', { binding: place, reason: 'a\nb' }, ['reason: must be one line of text']],
    ['release', { binding: place, reason: 'x', until: null }, ['input: has unknown fields: until']],
    ['repair', { binding: place, reason: 'x', labels: { other: 'x' } }, ['labels: has unknown fields: other']],
    [
      'release',
      { binding: { ...place, kind: 'ConfigMap' }, reason: 'x' },
      [expect.stringMatching(/^binding\.kind: /) as string],
    ],
  ])('%s %j', async (action, given, problems) => {
    const result = await createActionService(kit.context()).perform(action, OPERATOR, given, { requestId: null })
    expect(result).toEqual({ status: 'invalid', problems })
    expect(kit.audit.lines).toEqual([`${action} refused`])
    expect(kit.audit.outcomes).toMatchObject([{ detail: expect.stringMatching(/^Not valid: /) as string }])
    kit.audit.clear()
    await createActionService(kit.context()).preview(action, OPERATOR, { ...(given as object), binding: {} })
    expect(kit.audit.lines).toEqual([])
  })

  test.each([['explode'], ['toString'], [null], [{}], [['hold']]])(
    '%j is an unknown action and is recorded',
    async action => {
      const invalid = { status: 'invalid', problems: [expect.stringMatching(/^action: must be one of release, /)] }
      const service = createActionService(kit.context())
      expect(await service.preview(action, OPERATOR, { binding: place, reason: 'x' })).toEqual(invalid)
      expect(kit.audit.lines).toEqual([])
      expect(await service.perform(action, OPERATOR, { binding: place, reason: 'x' }, { requestId: null })).toEqual(
        invalid,
      )
      expect(kit.audit.lines).toEqual(['unknown action refused'])
    },
  )

  test.each([[null], ['text'], [[]], [7]])('%j is an invalid order and is recorded', async order => {
    const result = await createActionService(kit.context()).perform('hold', OPERATOR, order, { requestId: null })
    expect(result).toMatchObject({ status: 'invalid' })
    expect(kit.audit.lines).toEqual(['hold refused'])
  })

  test.each([...ACTIONS, 'explode'])('%s: a missing role is reported before any other error', async action => {
    const viewer = { id: '9', name: 'vera', role: 'viewer' } as const
    const service = createActionService(kit.context())
    const refused = { status: 'refused', reason: 'Requires the operator role.', now: null }
    const orders = [
      null,
      { binding: place },
      { binding: { ...place, name: '../x' }, reason: 'x' },
      { binding: place, reason: 'x', until: 'tomorrow', labels: 7, together: {} },
      { binding: place, reason: 'x', seenVersion: '1 2' },
    ]
    for (const order of orders) {
      expect(await service.preview(action, viewer, order)).toEqual(refused)
      expect(kit.audit.lines).toEqual([])
      expect(await service.perform(action, viewer, order, { requestId: null })).toEqual(refused)
      expect(kit.audit.outcomes).toMatchObject([{ outcome: 'refused', detail: refused.reason }])
      kit.audit.clear()
    }
  })

  test('a binding name cannot change the path of the request', async () => {
    for (const name of ['../../secrets/x', '..']) {
      const result = await perform('hold', { ...kit.find('free'), name })
      expect(result).toEqual({ status: 'invalid', problems: ['binding.name: must be the name of a binding'] })
    }
  })
})

describe('the preview', () => {
  const preview = (action: Action, binding: Binding, more = {}, outlook: Partial<Outlook> = {}) => {
    const { kind, namespace, name } = binding
    const input = { binding: { kind, namespace, name }, ...more }
    return createActionService(kit.context(), { ...NO_OUTLOOK, ...outlook }).preview(action, OPERATOR, input)
  }

  test('lists the claims that wait for the account', async () => {
    const queueOf = async (pool: string) => ({ pool, claims: 2, first: 'ga-4', aside: null })
    const dirty = kit.find('dirty', ({ labels }) => labels.hyperscalerType === 'gcp_cf-sa30')
    const shown = await preview('confirm-clean', dirty, {}, { queueOf })
    const words = expect.stringMatching(
      /^2 claims are waiting for pool .+, the first from ga-4\. .+: it is waiting although the pool has 2 usable accounts\.$/,
    )
    expect(shown).toMatchObject({ plan: { consequence: expect.arrayContaining([words]) } })
  })

  test('announces the account to no claim if no rule selects its pool', async () => {
    const shown = await preview('confirm-clean', kit.find('dirty'), {}, { isReached: () => false })
    const words = expect.stringMatching(/^No request can be assigned to it: no rule selects pool .+\.$/)
    expect(shown).toMatchObject({ plan: { consequence: expect.arrayContaining([words]) } })
  })

  test('counts no usable accounts of a pool that no rule selects', async () => {
    const free = kit.find('free')
    const shown = await preview('hold', free, { until: null }, { isReached: () => false })
    const sentence = expect.stringMatching(/^No rule selects pool .+, so no request uses its accounts\.$/)
    expect(shown).toMatchObject({ plan: { consequence: expect.arrayContaining([sentence]) } })
  })

  test('shows everything, runs a dry run, and leaves nothing behind', async () => {
    const binding = kit.idle()
    const shown = await preview('release', binding)
    expect(shown).toMatchObject({
      status: 'planned',
      now: { resourceVersion: binding.resourceVersion },
      objection: null,
      plan: {
        before: 'claimed',
        after: 'dirty',
        danger: 'The contents of the account may be deleted.',
        typeToConfirm: true,
      },
    })
    expect((await kit.observer.read(binding)).resourceVersion).toBe(binding.resourceVersion)
    expect(kit.audit.intents).toEqual([])
  })

  test('reports what the server would refuse', async () => {
    const free = kit.find('free')
    const orphan = { ...free, name: 'sap-orphan' }
    kit.garden.loadAll([
      {
        apiVersion: 'security.gardener.cloud/v1alpha1',
        kind: 'CredentialsBinding',
        metadata: {
          name: orphan.name,
          namespace: LANDSCAPE_NAMESPACE,
          uid: 'uid-orphan',
          labels: { hyperscalerType: 'aws' },
        },
        provider: { type: 'aws' },
        credentialsRef: { apiVersion: 'v1', kind: 'Secret', name: orphan.name, namespace: LANDSCAPE_NAMESPACE },
      },
    ])
    const shown = await preview('hold', { ...orphan, kind: 'CredentialsBinding' })
    expect(shown).toMatchObject({
      status: 'planned',
      objection: expect.stringMatching(/Secret sap-orphan .+ does not exist/),
    })
  })

  test('reports what the rules refuse', async () => {
    expect(await preview('unhold', kit.find('free'))).toMatchObject({ status: 'refused', reason: 'Not on hold.' })
  })
})

test('an expired hold is removed from the labels and recorded', async () => {
  const binding = kit.idle()
  const hour = 3_600_000
  await perform('hold', binding, { input: { until: new Date(Date.now() + hour).toISOString() } })
  await settled(binding)
  let now = Date.now()
  const holds = new ExpiredHolds(kit.context({ now: () => now }), error => expect.unreachable(String(error)))
  expect(await holds.endExpired()).toEqual([])
  now += 2 * hour
  expect(await holds.endExpired()).toEqual([bindingKey(binding)])
  expect((await settled(binding)).labels).toEqual(binding.labels)
  expect(kit.audit.lines).toEqual(['hold accepted', 'unhold accepted'])
  expect(kit.audit.intents.at(-1)).toMatchObject({
    actor: { name: 'hap-console', role: null },
    reason: 'The hold expired.',
  })
})

test.each([
  ['stale', { phase: 'stale' as const, ageMs: 42_000 }],
  ['read for the first time', { complete: false, ageMs: 1_000 }],
])('no hold is ended, or recorded as refused, while shoots are %s', async (_, freshness) => {
  const binding = kit.idle()
  await perform('hold', binding, { input: { until: new Date(Date.now() + 3_600_000).toISOString() } })
  await settled(binding)
  kit.audit.clear()
  const read = kit.inventory.freshness()
  const unknown = read.map(each => (each.source === 'Shoot' ? { ...each, ...freshness } : each))
  const spy = vi.spyOn(kit.inventory, 'freshness').mockReturnValue(unknown)
  const later = kit.context({ now: () => Date.now() + 7_200_000 })
  const holds = new ExpiredHolds(later, error => expect.unreachable(String(error)))
  expect(await holds.endExpired()).toEqual([])
  expect(kit.audit.lines).toEqual([])
  spy.mockRestore()
  expect(await holds.endExpired()).toEqual([bindingKey(binding)])
})

test('a hold that cannot be ended is recorded once, retried after growing pauses, and does not block others', async () => {
  const hour = 3_600_000
  const until = new Date(Date.now() + hour).toISOString()
  const bindings = [kit.idle(), kit.idle(), kit.idle()]
  for (const binding of bindings) await perform('hold', binding, { input: { until } })
  for (const binding of bindings) await settled(binding)
  kit.audit.clear()
  const [unread, refused, fine] = bindings.map(binding => binding.name)
  let now = Date.now() + 2 * hour
  let tries = 0
  let isAllowed = false
  const writer = kit.writer()
  const writes: typeof writer = {
    ...writer,
    read: async ref => {
      if (ref.name === unread) throw new Error('It cannot be read.')
      return writer.read(ref)
    },
    preview: async order => {
      if (order.binding.name !== refused || isAllowed) return writer.preview(order)
      tries++
      throw new WriteError({
        code: 'forbidden',
        binding: order.binding,
        doing: 'preview',
        because: 'No.',
        advice: 'Ask.',
      })
    },
  }
  const errors: unknown[] = []
  const holds = new ExpiredHolds(kit.context({ writes, now: () => now }), error => errors.push(error))
  expect((await holds.endExpired()).map(key => key.split('/').at(-1))).toEqual([fine])
  expect(kit.audit.lines.toSorted()).toEqual(['unhold accepted', 'unhold failed'])
  for (let seconds = 0; seconds < 1_200; seconds += 30) {
    now += 30_000
    expect(await holds.endExpired()).toEqual([])
  }
  expect(kit.audit.lines).toHaveLength(2)
  expect([tries, errors.length]).toEqual([5, 5])
  isAllowed = true
  now += 600_000
  expect((await holds.endExpired()).map(key => key.split('/').at(-1))).toEqual([refused])
  expect(kit.audit.lines).toHaveLength(3)
  await perform('unhold', { kind: 'CredentialsBinding', namespace: LANDSCAPE_NAMESPACE, name: unread ?? '' })
})

test('a hold whose tenant has claimed another account stays, is recorded once, and ends once it may', async () => {
  const [held, other] = [kit.idle(), kit.idle()]
  const tenant = held.labels.tenantName ?? ''
  await perform('hold', held, { input: { until: new Date(Date.now() + 3_600_000).toISOString() } })
  const labels = (await settled(held)).labels
  const claim = { labels: { tenantName: tenant }, annotations: {} }
  await kit.observer.write({ binding: other, change: claim, priority: 'action', id: newWriteId() })
  await settled(other)
  kit.audit.clear()
  let now = Date.now() + 7_200_000
  let allowed: readonly string[] = []
  const context = kit.context({ now: () => now, allowed: () => allowed })
  const holds = new ExpiredHolds(context, error => expect.unreachable(String(error)))
  const reason = `Its global account ${tenant} now owns ${other.name} and may own only one account of this pool.`
  for (let seconds = 0; seconds < 1_200; seconds += 30) {
    expect(await holds.endExpired()).toEqual([])
    now += 30_000
    if (seconds !== 600) continue
    // Another version has the same reason.
    const binding = await kit.observer.read(held)
    const change = { labels: { note: 'looked-at' }, annotations: {} }
    await kit.observer.write({ binding, change, priority: 'action', id: newWriteId() })
    await settled(held)
  }
  expect(kit.audit.lines).toEqual(['unhold refused'])
  expect(kit.audit.outcomes).toMatchObject([{ detail: expect.stringContaining(reason) }])
  expect((await kit.observer.read(held)).labels).toEqual({ ...labels, note: 'looked-at' })
  expect(await perform('unhold', held)).toMatchObject({ status: 'refused', reason: expect.stringContaining(reason) })
  allowed = [tenant]
  now += 600_000
  expect(await holds.endExpired()).toEqual([bindingKey(held)])
  expect(stateOf(await settled(held))).toBe('claimed')
})

test('a hold of an account during another change is recorded once, and ends as soon as that is over', async () => {
  const held = kit.idle()
  await perform('hold', held, { input: { until: new Date(Date.now() + 3_600_000).toISOString() } })
  await settled(held)
  kit.audit.clear()
  let now = Date.now() + 7_200_000
  const holds = new ExpiredHolds(kit.context({ now: () => now }), error => expect.unreachable(String(error)))
  kit.claims.fenced.add(keyOf(held))
  for (let tries = 0; tries < 10; tries++) {
    expect(await holds.endExpired()).toEqual([])
    now += 5_000
  }
  expect(kit.audit.lines).toEqual(['unhold refused'])
  kit.claims.fenced.delete(keyOf(held))
  expect(await holds.endExpired()).toEqual([bindingKey(held)])
  expect(kit.audit.lines).toEqual(['unhold refused', 'unhold accepted'])
})

test.each<[action: Action, meanMs: number, expectedMs: number]>([
  ['hold', 7_000, (200 - 3) * 400],
  ['mark-dirty', 300, (200 - 3) * 400],
  ['mark-dirty', 7_000, 100 * 7_000],
])('a bulk job to %s estimates its writes, or its reads of %i ms if they take longer', (action, meanMs, expectedMs) => {
  const shoots = { moment: () => 0, read: async () => [], meanMs }
  const service = createActionService(kit.context({ writes: kit.writer({ perSecond: 2.5 }), shoots }))
  expect(service.expectedMs(100, action)).toBe(expectedMs)
})

test('the change equals its preview', async () => {
  const binding = kit.find('free')
  const change = changeOf(binding, { labels: { internal: 'true' } })
  const preview = await kit.writer().preview({ binding, change, priority: 'action' })
  expect(applyChange(binding, change).labels).toEqual(preview.labels)
})

/** Another client overwrites each step and restores it before the next. */
describe('after its write every action reads the binding again, and reports changes by other clients', () => {
  test.each<[keyof typeof ACTION_STEPS, (kit: ActionKit) => Binding]>([
    [
      'free',
      kit =>
        kit.find(
          'free',
          ({ labels, binding }) => labels.hyperscalerType === 'aws' && shootsOn(kit.inventory, binding) === 0,
        ),
    ],
    ['claimed', kit => kit.idle()],
    ['shared', kit => kit.find('shared', () => true)],
    ['malformed', kit => kit.find('malformed', ({ binding }) => binding.name === 'odd-4')],
  ])('on a %s account', async (from, find) => {
    let binding = find(kit)
    for (const [action, after, more] of ACTION_STEPS[from]) {
      let mended: Binding | null = null
      const written = async () => {
        const now = await kit.observer.read(binding)
        const other = changeOf(now, { labels: { shared: 'yes' } })
        const write = { priority: 'claim', id: newWriteId() } as const
        const spoilt = await kit.observer.write({ ...write, binding: now, change: other })
        mended = now
        binding = spoilt
      }
      const result = await perform(action, binding, {
        input: more ?? {},
        context: { writes: between(kit.writer(), { written }) },
      })
      const note: unknown = expect.stringMatching(
        new RegExp(`^The binding was changed at the same time: it is malformed now, not ${after}\\.$`),
      )
      expect(result).toMatchObject({ status: 'done', after, note })
      const was = mended as Binding | null
      if (was === null) throw new Error('nothing was written')
      const back = { labels: { ...nothingOf(binding.labels), ...was.labels }, annotations: was.annotations }
      await kit.observer.write({ binding, change: back, priority: 'claim', id: newWriteId() })
      binding = await settled(binding)
    }
  })

  test('in a label that does not affect the state', async () => {
    const binding = kit.idle()
    const change = { labels: { tenantName: 'ga-planned' }, annotations: {} }
    const note = await verifyWritten(kit.context(), binding, { after: 'claimed', change })
    const { tenantName } = binding.labels
    expect(note).toBe(
      `The binding was changed at the same time: label tenantName is "${tenantName}" now, not "ga-planned".`,
    )
    const planned = { labels: { tenantName: tenantName ?? null, dirty: null }, annotations: {} }
    expect(await verifyWritten(kit.context(), binding, { after: 'claimed', change: planned })).toBeNull()
  })

  test('reports a failed read', async () => {
    const writer = kit.writer()
    let isWritten = false
    const lost = new GardenError({ kind: 'unreachable', doing: 'read it', because: 'the line is cut.' })
    const writes: ActionContext['writes'] = {
      ...between(writer, { written: async () => (isWritten = true) }),
      read: async (ref, options) => (isWritten ? Promise.reject(lost) : writer.read(ref, options)),
    }
    const result = await perform('hold', kit.idle(), { context: { writes } })
    const note: unknown = expect.stringMatching(/^The binding could not be read after the change\. .*the line is cut\./)
    expect(result).toMatchObject({ status: 'done', note })
  })
})

/** Removes every label. */
const nothingOf = (labels: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(labels).map(key => [key, null]))
