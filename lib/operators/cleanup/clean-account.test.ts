import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readProgress } from '#lib/garden/cleaning-progress.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { ACTION_VERBS } from '#lib/services/actions/action-service.ts'
import { Secret } from '#lib/util/secret.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../../../test/garden/action-kit.ts'
import { cleanAccount } from './clean-account.ts'
import type { CleanupContext } from './cleanup-context.ts'
import { startAws } from './testing/aws-stand-in.ts'
import { CleaningKit, refOf } from './testing/cleaning-kit.ts'
import { CANARY, type CloudStandIn, fill } from './testing/cloud-kit.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let kit: ActionKit
let cloud: CloudStandIn
let cleaning: CleaningKit

beforeAll(async () => {
  kit = await startActionKit()
})
afterAll(() => kit.stop())

beforeEach(async () => {
  cloud = await startAws()
  cleaning = new CleaningKit(kit, cloud)
})
afterEach(async () => {
  await cloud.close()
  kit.audit.clear()
  kit.claims.byAccount.clear()
  kit.claims.fenced.clear()
})

async function stateOf(binding: Binding) {
  const now = await kit.observer.read(refOf(binding))
  const pooled = pooledBinding(now)
  return { state: pooled && stateAt(pooled, cleaning.now()), progress: readProgress(now), now }
}

test('an account is cleaned, verified twice and free again, with evidence and a record of each step', async () => {
  const binding = await cleaning.dirty()
  fill(cloud, 2)
  expect(await cleaning.look(binding)).toMatchObject({ done: 'looked', to: 'cleaning' })
  expect(await stateOf(binding)).toMatchObject({ state: 'cleaning', progress: { owner: null, rounds: 1 } })
  expect(await cleaning.look(binding)).toMatchObject({ to: 'verifying' })
  expect((await stateOf(binding)).state).toBe('verifying')
  expect(await cleaning.look(binding)).toMatchObject({ to: 'free' })
  const { state, now } = await stateOf(binding)
  expect(state).toBe('free')
  expect(now.labels).not.toHaveProperty('tenantName')
  expect(now.annotations['hap.kyma-project.io/evidence']).toMatch(
    /aws cleaner 1 on 123456789012 \(.*\): found 4 load balancers, 4 addresses, 4 volumes and 4 snapshots, deleted 4 load.*left nothing.*Empty twice in a row/,
  )
  expect(kit.audit.lines).toEqual(['clean-account accepted', 'confirm-clean accepted'])
  expect(kit.audit.outcomes[0]).toMatchObject({ detail: expect.stringMatching(/^Deleted so far: 4 load balancers/) })
  const written = inspect([now, kit.audit.intents, kit.audit.outcomes], { depth: null, maxArrayLength: null })
  expect(written).not.toContain(CANARY)
  expect(kit.claims.fenced.size).toBe(0)
})

function ask(binding: Binding) {
  const context = kit.context({ now: cleaning.now })
  const order = { binding: refOf(binding), reason: 'A tenant waits.' }
  return ACTION_VERBS['start-cleaning'].perform(context, OPERATOR, order, { requestId: null })
}

test('a requested account is inspected once before its time', async () => {
  const binding = await cleaning.dirty()
  const look = () => cleanAccount(cleaning.context(), binding, AbortSignal.timeout(20_000))
  expect(await cleaning.look(binding)).toMatchObject({ to: 'verifying' })
  expect(await look()).toMatchObject({ done: 'put-off', reason: 'Not due yet.' })
  expect(await ask(binding)).toMatchObject({ status: 'done', before: 'verifying', after: 'verifying' })
  expect(await ask(binding)).toMatchObject({ status: 'refused', reason: expect.stringMatching(/^Already requested/) })
  // Two empty inventories still need a pause between them.
  expect(await look()).toMatchObject({ done: 'looked', to: 'verifying' })
  expect(await look()).toMatchObject({ done: 'put-off', reason: 'Not due yet.' })
  expect((await stateOf(binding)).now.annotations).not.toHaveProperty(['hap.kyma-project.io/clean-now'])
  expect(kit.audit.lines).toEqual(['start-cleaning accepted', 'start-cleaning refused'])
})

test.each<[string, (binding: Binding) => Binding, Partial<CleanupContext['actions']>, RegExp]>([
  [
    'of another account',
    each => ({ ...each, account: { ...each.account, name: 'x' } }),
    {},
    /another account has its name/,
  ],
  ['that was recreated', each => ({ ...each, uid: 'before' }), {}, /hap landscape accept/],
  ['while the landscape pauses', each => each, { pause: () => 'It was restored.' }, /^It was restored\.$/],
])('a binding %s is not inspected', async (_, known, more, reason) => {
  const binding = await cleaning.dirty()
  const actions = { ...kit.context({ now: cleaning.now }), ...more }
  const look = cleanAccount(cleaning.context({ actions }), known(binding), AbortSignal.timeout(20_000))
  expect(await look).toMatchObject({ done: 'put-off', reason: expect.stringMatching(reason) })
  expect(kit.audit.lines).toEqual([])
})

test('cleaning restarts for a requested account in quarantine', async () => {
  const binding = await cleaning.dirty()
  expect(
    await ACTION_VERBS.quarantine.perform(
      kit.context(),
      OPERATOR,
      { binding: refOf(binding), reason: 'x' },
      { requestId: null },
    ),
  ).toMatchObject({ status: 'done' })
  expect(await ask(binding)).toMatchObject({ status: 'done', before: 'quarantined', after: 'dirty' })
  const look = await cleanAccount(cleaning.context(), binding, AbortSignal.timeout(20_000))
  expect(look).toMatchObject({ done: 'looked', to: 'verifying' })
})

test('an account with a running deletion cannot be requested', async () => {
  const binding = await cleaning.dirty()
  fill(cloud, 1)
  let asked: unknown = null
  const { writes } = kit.context()
  const actions = {
    ...kit.context({ now: cleaning.now }),
    writes: between(writes, {
      written: async () => {
        asked ??= await ask(binding)
      },
    }),
  }
  expect(await cleaning.look(binding, { actions })).toMatchObject({ to: 'cleaning' })
  expect(asked).toMatchObject({ status: 'refused', reason: 'A cleaner deletes in it now. Wait until it has ended.' })
})

test('an empty inventory of the previous owner proves nothing for the current one', async () => {
  const binding = await cleaning.dirty()
  expect(await cleaning.look(binding)).toMatchObject({ to: 'verifying' })
  // KEB's job frees the account, then KEB assigns it to another tenant and marks it dirty; the watch misses the
  // states in between.
  // the states in between.
  const { now } = await stateOf(binding)
  const place = { resource: CREDENTIALS_BINDINGS, ...refOf(binding) }
  await kit.admin.patch(place, { metadata: { labels: { tenantName: 'ga-next' } } }, now)
  expect(await stateOf(binding)).toMatchObject({ state: 'dirty', progress: { emptyAt: [], next: 0 } })
  expect(await cleaning.look(binding)).toMatchObject({ to: 'verifying' })
  expect(await stateOf(binding)).toMatchObject({ state: 'verifying', progress: { emptyAt: [expect.any(Number)] } })
  expect(await cleaning.look(binding)).toMatchObject({ to: 'free' })
})

test('an account that is empty from the start is never marked as cleaning', async () => {
  const binding = await cleaning.dirty()
  expect(await cleaning.look(binding)).toMatchObject({ to: 'verifying' })
  const early = await cleanAccount(cleaning.context(), binding, AbortSignal.timeout(20_000))
  expect(early).toMatchObject({ done: 'put-off', reason: 'Not due yet.' })
  expect(await cleaning.look(binding)).toMatchObject({ to: 'free' })
  expect(kit.audit.lines).toEqual(['confirm-clean accepted'])
})

test('a dry run records what it would do, and neither deletes nor releases anything', async () => {
  const binding = await cleaning.dirty()
  const ids = fill(cloud, 1)
  for (let look = 0; look < 3; look++) {
    expect(await cleaning.look(binding, { deletes: false })).toMatchObject({
      to: 'dirty',
      reason: expect.stringMatching(/^Dry run: /),
    })
  }
  for (let look = 0; look < 4; look++) {
    await cleaning.look(binding, { deletes: false, readSecret: async () => new Secret(cloud.wrongSecret) })
  }
  expect((await stateOf(binding)).state).toBe('dirty')
  expect(cloud.cloud.ids()).toEqual(ids)
  expect(kit.audit.lines).toEqual([])
})

test('both dirty bindings of one account are released together', async () => {
  const [one, other] = kit.dirtyPair()
  fill(cloud, 1)
  for (const to of ['cleaning', 'verifying', 'free']) expect(await cleaning.look(one)).toMatchObject({ to })
  expect([(await stateOf(one)).state, (await stateOf(other)).state]).toEqual(['free', 'free'])
})

describe('an account is not cleaned', () => {
  const look = (binding: Binding, part = {}) => cleaning.look(binding, part)

  test('with a claim that announces a cluster', async () => {
    const binding = await cleaning.dirty()
    fill(cloud, 1)
    kit.claims.byAccount.set(keyOf(binding), [{ id: 'c', cluster: null, tenant: 'ga' }])
    expect(await look(binding)).toMatchObject({ done: 'put-off' })
    expect(cloud.cloud.lists).toBe(0)
  })

  test('when a cluster arrives during the inspection', async () => {
    const binding = await cleaning.dirty()
    const ids = fill(cloud, 1)
    const context = cleaning.context()
    const comes = async () => {
      kit.claims.byAccount.set(keyOf(binding), [{ id: 'c', cluster: null, tenant: 'ga' }])
      return new Secret(cloud.secret)
    }
    const cleaned = await cleanAccount({ ...context, readSecret: comes }, binding, AbortSignal.timeout(20_000))
    expect(cleaned).toMatchObject({ done: 'put-off', reason: expect.stringMatching(/cluster|claim/i) })
    expect(cloud.cloud.ids()).toEqual(ids)
    expect(await stateOf(binding)).toMatchObject({ state: 'dirty', progress: { owner: null } })
    expect(kit.audit.lines).toEqual(['clean-account failed'])
  })

  test('when a cluster of another tenant arrives that no watch has delivered yet', async () => {
    const binding = await cleaning.dirty()
    const ids = fill(cloud, 1)
    const comes = async () => {
      kit.garden.loadAll([
        {
          apiVersion: 'core.gardener.cloud/v1beta1',
          kind: 'Shoot',
          metadata: {
            name: 'c-undelivered',
            namespace: binding.namespace,
            uid: 'u',
            labels: { account: 'ga-stranger' },
          },
          spec: { credentialsBindingName: binding.name, region: 'eu-central-1', provider: { type: 'aws' } },
        },
      ])
      return new Secret(cloud.secret)
    }
    const inventory = new Proxy(kit.inventory, {
      get(target, name) {
        if (name === 'shootsOfAccount') return () => []
        if (name === 'reached') return () => null
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const actions = kit.context({ now: cleaning.now, inventory })
    const context = cleaning.context({ actions, readSecret: comes })
    const cleaned = await cleanAccount(context, binding, AbortSignal.timeout(20_000))
    expect(cleaned).toMatchObject({ done: 'put-off', reason: expect.stringMatching(/cluster/) })
    expect(cloud.cloud.ids()).toEqual(ids)
    expect(await stateOf(binding)).toMatchObject({ state: 'dirty', progress: { owner: null } })
  })

  test('while protected by name, or in a state without cleaning', async () => {
    const binding = await cleaning.dirty()
    const ids = fill(cloud, 1)
    expect(await look(binding, { protectedNames: new Set([binding.name]) })).toMatchObject({
      reason: 'It is protected.',
    })
    for (const state of ['free', 'claimed', 'shared', 'internal', 'held', 'quarantined'] as const) {
      const other = kit.find(state, () => true)
      expect(await cleanAccount(cleaning.context(), other, AbortSignal.timeout(20_000))).toMatchObject({
        done: 'put-off',
      })
    }
    expect(cloud.cloud.ids()).toEqual(ids)
    expect(cloud.cloud.lists).toBe(0)
  })

  test('while on hold through another binding', async () => {
    const [one, other] = kit.dirtyPair()
    const asked = { binding: refOf(other), reason: 'under review' }
    await ACTION_VERBS.hold.perform(kit.context(), OPERATOR, asked, { requestId: null })
    expect(await look(one)).toMatchObject({
      done: 'put-off',
      reason: `${other.name} refers to the same account and is held.`,
    })
  })

  test('when the cleaning cannot be recorded', async () => {
    const binding = await cleaning.dirty()
    const ids = fill(cloud, 1)
    kit.audit.broken = true
    await expect(look(binding)).rejects.toThrow(/audit log/)
    expect(cloud.cloud.ids()).toEqual(ids)
    expect((await stateOf(binding)).state).toBe('dirty')
  })
})

test('of two processes that inspect at the same time, one deletes and the other postpones or is refused', async () => {
  const binding = await cleaning.dirty()
  fill(cloud, 2)
  const looks = ['one', 'two'].map(owner =>
    cleanAccount(cleaning.context({ owner }), binding, AbortSignal.timeout(30_000)),
  )
  const ends = await Promise.allSettled(looks)
  const looked = ends.filter(end => end.status === 'fulfilled' && end.value.done === 'looked')
  expect(looked).toHaveLength(1)
  expect(kit.audit.lines.filter(line => line === 'clean-account accepted')).toHaveLength(1)
  expect((await stateOf(binding)).state).toBe('cleaning')
})

test('after a crash during a deletion another process continues once no request can be in flight', async () => {
  const binding = await cleaning.dirty()
  fill(cloud, 2)
  // The process deletes the first resource and crashes.
  const { cleaner } = cloud
  const dies = new AbortController()
  const dying = {
    ...cleaner,
    open: (secret: Secret<ReadonlyMap<string, string>>) => ({
      ...cleaner.open(secret),
      async delete() {
        dies.abort()
        throw new Error('killed')
      },
    }),
  }
  const context = cleaning.context({ cleaners: new Map([['aws', dying]]) })
  await expect(cleanAccount(context, binding, dies.signal)).rejects.toThrow()
  const { state, progress } = await stateOf(binding)
  expect(state).toBe('cleaning')
  const two = cleaning.context({ owner: 'two' })
  const early = await cleanAccount(two, binding, AbortSignal.timeout(20_000))
  expect(early).toMatchObject({ reason: 'Another process is cleaning it.', againAt: progress.owner?.until })
  cleaning.aheadMs = (progress.owner?.until ?? 0) - Date.now()
  for (const to of ['cleaning', 'verifying', 'free'])
    expect(await cleaning.look(binding, { owner: 'two' })).toMatchObject({ to })
})

test('an account with invalid credentials is quarantined after three attempts, with the reason', async () => {
  const binding = await cleaning.dirty()
  const wrong = { readSecret: async () => new Secret(cloud.wrongSecret) }
  for (const to of ['dirty', 'dirty', 'quarantined']) expect(await cleaning.look(binding, wrong)).toMatchObject({ to })
  const { state, progress } = await stateOf(binding)
  expect(state).toBe('quarantined')
  expect(progress.reason).toMatch(/does not accept the credentials of the account \(SignatureDoesNotMatch\)/)
  expect(kit.audit.lines).toEqual(['quarantine accepted'])
  expect(
    inspect([kit.audit.intents, kit.audit.outcomes, progress], { depth: null, maxArrayLength: null }),
  ).not.toContain(CANARY)
})

test('does not quarantine another account whose binding took the name after the progress was written', async () => {
  const binding = await cleaning.dirty()
  const wrong = { readSecret: async () => new Secret(cloud.wrongSecret) }
  for (let look = 0; look < 2; look++) await cleaning.look(binding, wrong)
  const actions = kit.context({ now: cleaning.now })
  const { name, namespace } = binding
  kit.garden.loadAll([{ apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name: 'lone', uid: 'lone' } }])
  const recreated: object = {
    metadata: { name, namespace, labels: { hyperscalerType: 'aws', dirty: 'true' } },
    provider: { type: 'aws' },
    credentialsRef: { apiVersion: 'v1', kind: 'Secret', namespace, name: 'lone' },
  }
  const write: typeof actions.writes.write = async order => {
    const written = await actions.writes.write(order)
    await kit.admin.delete({ resource: CREDENTIALS_BINDINGS, namespace, name })
    await kit.admin.create({ resource: CREDENTIALS_BINDINGS, namespace }, recreated)
    return written
  }
  const racing = { ...actions, writes: { ...actions.writes, write } }
  expect(await cleaning.look(binding, { ...wrong, actions: racing })).toMatchObject({
    done: 'put-off',
    reason: `${name} no longer exists: a binding of another account has its name now.`,
  })
  expect((await stateOf(binding)).state).toBe('dirty')
})

test('invalid credentials of all accounts of a provider quarantine none of them', async () => {
  for (const account of ['a', 'b', 'c', 'd']) cleaning.failures.note('aws', account, true)
  const binding = await cleaning.dirty()
  const wrong = { readSecret: async () => new Secret(cloud.wrongSecret) }
  for (let look = 0; look < 5; look++) expect(await cleaning.look(binding, wrong)).toMatchObject({ to: 'dirty' })
  expect((await stateOf(binding)).progress).toMatchObject({ failures: 0, delays: 5 })
  for (const to of ['verifying', 'free']) expect(await cleaning.look(binding)).toMatchObject({ to })
})

test('resources that Gardener did not create remain and require a manual check', async () => {
  const binding = await cleaning.dirty()
  const foreign = fill(cloud, 1, { cluster: null })
  fill(cloud, 1)
  expect(await cleaning.look(binding)).toMatchObject({ to: 'cleaning' })
  expect(await cleaning.look(binding)).toMatchObject({ to: 'quarantined' })
  expect(cloud.cloud.ids()).toEqual(foreign)
  expect((await stateOf(binding)).progress.evidence?.left).not.toEqual([])
})

test('a provider that never responds only uses up the time of one inspection', async () => {
  const binding = await cleaning.dirty()
  cloud.cloud.faults.silent = true
  const started = performance.now()
  const looked = await cleaning.look(binding, { deadlineMs: 100 })
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(looked).toMatchObject({ to: 'dirty', reason: 'The check of the account did not end within 1 s.' })
})
