import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newWriteId } from '#lib/garden/writes/write-trace.ts'
import { preconditionsOf } from '#lib/hap/actions/diff.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../../../test/garden/action-kit.ts'
import type { ActionContext } from './action-context.ts'
import { createActionService } from './action-service.ts'
import { ExpiredHolds } from './expired-holds.ts'

// Servers and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const FREE = { hyperscalerType: 'aws' }
const DIRTY = { hyperscalerType: 'aws', tenantName: expect.any(String), dirty: 'true' }
const OWNED = { hyperscalerType: 'aws', tenantName: expect.any(String) }
const NO_AUDIT = 'The audit log cannot be written, so no change is allowed.'
const ASIDE = { hyperscalerType: 'aws', dirty: 'held', internal: 'true' }

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterEach(() => {
  kit.audit.clear()
  kit.claims.byAccount.clear()
  kit.claims.fenced.clear()
})

afterAll(() => kit.stop())

const refOf = ({ kind, namespace, name }: Binding) => ({ kind, namespace, name })
const seenOf = (binding: Binding) => ({
  binding: refOf(binding),
  ...preconditionsOf(binding),
})

/** Confirms a binding clean like a page: with the other bindings it showed. */
const confirm = (binding: Binding, others: readonly Binding[] | null, context: Partial<ActionContext> = {}) =>
  createActionService(kit.context(context)).perform(
    'confirm-clean',
    OPERATOR,
    { ...seenOf(binding), reason: 'ticket 4711', ...(others && { together: others.map(seenOf) }) },
    { requestId: 'r-1' },
  )

/** HAP's labels of both bindings once the inventory equals Gardener. */
async function labelsOf(...bindings: readonly Binding[]) {
  const now = await Promise.all(bindings.map(binding => kit.observer.read(binding)))
  for (const each of now)
    await expect.poll(() => kit.inventory.binding(bindingKey(each))?.resourceVersion).toBe(each.resourceVersion)
  return now.map(({ labels: { 'provider.extensions.gardener.cloud/aws': _, ...labels } }) => labels)
}

test('one action confirms two dirty bindings of an account, and each step is recorded', async () => {
  const [one, other] = kit.dirtyPair()
  const preview = await createActionService(kit.context()).preview('confirm-clean', OPERATOR, { binding: refOf(one) })
  expect(preview).toMatchObject({
    status: 'planned',
    objection: null,
    plan: { after: 'free', danger: 'The account can be assigned to another global account.' },
    others: [{ binding: { name: other.name }, plan: { after: 'held' } }],
  })
  expect(await confirm(one, [other])).toMatchObject({
    status: 'done',
    before: 'dirty',
    after: 'free',
    note: `${other.name} of the same account is free too.`,
  })
  expect(await labelsOf(one, other)).toEqual([FREE, FREE])
  expect(kit.audit.lines).toEqual(['confirm-clean accepted', 'confirm-clean accepted', 'unhold accepted'])
  expect(kit.audit.intents.map(({ targets }) => targets[0])).toEqual([other, one, other].map(bindingKey))
  for (const intent of kit.audit.intents) expect(intent).toMatchObject({ reason: 'ticket 4711', requestId: 'r-1' })
  expect(kit.claims.fenced.size).toBe(0)
})

test('a recreated other binding stops the action before its first write', async () => {
  const [one, other] = kit.dirtyPair()
  const { seenIdentity, ...seen } = seenOf(other)
  const together = [{ ...seen, seenIdentity: { ...seenIdentity, uid: 'before' } }]
  const service = createActionService(kit.context())
  const input = { ...seenOf(one), reason: 'ticket 4711', together }
  expect(await service.perform('undo-dirty', OPERATOR, input, { requestId: 'r-1' })).toMatchObject({
    status: 'changed',
    reason: `${other.name}: It was recreated: it is another object that refers to the same account. Review the change, then retry.`,
  })
  expect(await labelsOf(one, other)).toEqual([DIRTY, DIRTY])
  // A client that sends no identity of the other binding skips this comparison.
  const plain = { ...input, together: [seen] }
  expect(await service.perform('undo-dirty', OPERATOR, plain, { requestId: 'r-1' })).toMatchObject({ status: 'done' })
  await labelsOf(one, other)
})

test('no other change happens between the steps', async () => {
  const [one, other] = kit.dirtyPair()
  const fenced: string[][] = []
  const look = async () => void fenced.push([...kit.claims.fenced])
  const writes = between(kit.writer(), { previewed: look, written: look })
  expect(await confirm(one, [other], { writes })).toMatchObject({ status: 'done' })
  expect(fenced).toEqual(Array(6).fill([keyOf(one)]))
  expect(kit.claims.fenced.size).toBe(0)
})

test.each(['confirm-clean', 'undo-dirty'] as const)(
  'a failing audit log: %s does nothing to either binding, or stops',
  async action => {
    const pair = kit.dirtyPair()
    const [one, other] = pair
    const asked = { ...seenOf(one), reason: 'ticket 4711', together: [seenOf(other)] }
    const perform = (context: Partial<ActionContext> = {}) =>
      createActionService(kit.context(context)).perform(action, OPERATOR, asked, { requestId: 'r-1' })
    kit.audit.broken = true
    const refused = { status: 'failed', reason: expect.stringContaining(NO_AUDIT) }
    expect(await perform()).toMatchObject(refused)
    expect(await labelsOf(...pair)).toEqual([DIRTY, DIRTY])
    kit.audit.clear()

    const breaks = async () => {
      kit.audit.broken = true
    }
    expect(await perform({ writes: between(kit.writer(), { written: breaks }) })).toMatchObject(refused)
    expect(await labelsOf(one)).toEqual([DIRTY])
    expect(kit.claims.fenced.size).toBe(0)
  },
)

test.each<[string, (pair: readonly [Binding, Binding], foreign: Binding) => readonly Binding[], RegExp]>([
  ['another that was not named', () => [], /refers to the same account and is dirty too\./],
  ['one of another account', ([, other], foreign) => [other, foreign], /does not refer to the same account\./],
  ['another that was changed since', ([, other]) => [{ ...other, resourceVersion: '1' }], /It has changed since\./],
])('is refused with %s', async (_, others, reason) => {
  const pair = kit.dirtyPair()
  expect(await confirm(pair[0], others(pair, kit.idle()))).toMatchObject({
    status: 'changed',
    reason: expect.stringMatching(reason),
  })
  expect(await labelsOf(...pair)).toEqual([DIRTY, DIRTY])
  expect(kit.audit.lines).toEqual(['confirm-clean refused'])
  expect(kit.claims.fenced.size).toBe(0)
})

test('is refused if the other binding no longer refers to the account', async () => {
  const lone = kit.find('quarantined')
  const preview = await createActionService(kit.context()).preview('confirm-clean', OPERATOR, { binding: refOf(lone) })
  expect(preview).toMatchObject({ status: 'planned', others: [] })
  for (const other of [kit.idle(), { ...lone, name: 'gone' }]) {
    expect(await confirm(lone, [other])).toMatchObject({
      status: 'changed',
      reason: `${other.name} does not refer to the same account. Review the bindings, then retry.`,
    })
  }
  expect((await kit.observer.read(lone)).resourceVersion).toBe(lone.resourceVersion)
  expect(kit.audit.lines).toEqual(['confirm-clean refused', 'confirm-clean refused'])
})

test('is refused while a claim announces a cluster', async () => {
  const [one, other] = kit.dirtyPair()
  kit.claims.byAccount.set(keyOf(one), [{ id: 'claim-1', cluster: null, tenant: '' }])
  expect(await confirm(one, [other])).toMatchObject({ status: 'refused', reason: expect.stringMatching(/about to be/) })
  expect(await labelsOf(one, other)).toEqual([DIRTY, DIRTY])
})

test('alone, as in a job, each waits on hold for the last, which ends the hold', async () => {
  const [one, other] = kit.dirtyPair()
  expect(await confirm(one, null)).toMatchObject({
    status: 'done',
    after: 'held',
    note: `The binding stays on hold until ${other.name} of the same account is clean too.`,
  })
  expect(await labelsOf(one, other)).toEqual([ASIDE, DIRTY])
  expect(await confirm(other, null)).toMatchObject({ status: 'done', after: 'free' })
  expect(await labelsOf(one, other)).toEqual([FREE, FREE])
})

test.each<[number, object, object]>([
  [1, ASIDE, DIRTY],
  [2, ASIDE, FREE],
])('when the console fails after write %i, the remaining state is neither in use nor lost', async (at, left, own) => {
  const [one, other] = kit.dirtyPair()
  let written = 0
  const down = async () => {
    if (written === at) throw new Error('a bug nobody foresaw')
  }
  const writes = between(kit.writer(), { previewed: down, written: async () => void written++ })
  await expect(confirm(one, [other], { writes })).rejects.toThrow('a bug nobody foresaw')
  expect(await labelsOf(other, one)).toEqual([left, own])
  expect(kit.claims.fenced.size).toBe(0)
  // Continuing on the page of either binding frees both.
  if (at === 1) {
    expect(await confirm(await kit.observer.read(one), [])).toMatchObject({
      status: 'done',
      note: `${other.name} of the same account is free too.`,
    })
  } else {
    const later = new ExpiredHolds(kit.context({ now: () => Date.now() + 120_000 }), error =>
      expect.unreachable(String(error)),
    )
    expect(await later.endExpired()).toEqual([bindingKey(other)])
  }
  expect(await labelsOf(one, other)).toEqual([FREE, FREE])
})

test('a waiting hold does not expire while the other binding is dirty', async () => {
  const [one, other] = kit.dirtyPair()
  await confirm(one, null)
  await labelsOf(one)
  const later = new ExpiredHolds(kit.context({ now: () => Date.now() + 120_000 }), error =>
    expect.unreachable(String(error)),
  )
  expect(await later.endExpired()).toEqual([])
  expect(await labelsOf(one, other)).toEqual([ASIDE, DIRTY])
})

test('a waiting hold stays if the other binding returned to its tenant', async () => {
  const [one, other] = kit.dirtyPair()
  await confirm(one, null)
  const change = { labels: { dirty: null }, annotations: {} }
  await kit.observer.write({ binding: other, change, priority: 'action', id: newWriteId() })
  await labelsOf(one, other)
  const { perform } = createActionService(kit.context())
  const input = { binding: refOf(one), reason: 'ticket 4711' }
  expect(await perform('unhold', OPERATOR, input, { requestId: null })).toMatchObject({
    status: 'refused',
    reason: expect.stringMatching(/^dirty-\d+-b refers to the same account and now belongs to ga-dirty-\d+\.$/),
  })
})

test('two persons who start with different bindings reach the same end', async () => {
  const [one, other] = kit.dirtyPair()
  const results = await Promise.all([confirm(one, [other]), confirm(other, [one])])
  expect(results.map(({ status }) => status).toSorted()[0]).toMatch(/^(changed|done)$/)
  expect(results.filter(({ status }) => status === 'done')).toHaveLength(1)
  expect(await labelsOf(one, other)).toEqual([FREE, FREE])
})

describe('unmarking', () => {
  const undo = (binding: Binding, others: readonly Binding[] | null, context: Partial<ActionContext> = {}) =>
    createActionService(kit.context(context)).perform(
      'undo-dirty',
      OPERATOR,
      { ...seenOf(binding), reason: 'ticket 4711', ...(others && { together: others.map(seenOf) }) },
      { requestId: 'r-1' },
    )

  test('two dirty bindings of an account is one action under one fence, with each step recorded', async () => {
    const [one, other] = kit.dirtyPair()
    const preview = await createActionService(kit.context()).preview('undo-dirty', OPERATOR, { binding: refOf(one) })
    expect(preview).toMatchObject({
      status: 'planned',
      objection: null,
      plan: {
        after: 'claimed',
        consequence: expect.arrayContaining([
          `${other.name}, which refers to the same account, is not cleaned either, and returns after it.`,
        ]),
      },
      others: [{ binding: { name: other.name }, plan: { after: 'held' } }],
    })
    const fenced: string[][] = []
    const look = async () => void fenced.push([...kit.claims.fenced])
    const writes = between(kit.writer(), { previewed: look, written: look })
    expect(await undo(one, [other], { writes })).toMatchObject({
      status: 'done',
      after: 'claimed',
      note: `${other.name} of the same account is claimed too.`,
    })
    expect(fenced).toEqual(Array(6).fill([keyOf(one)]))
    expect(await labelsOf(one, other)).toEqual([OWNED, OWNED])
    expect(kit.audit.lines).toEqual(['undo-dirty accepted', 'undo-dirty accepted', 'unhold accepted'])
    expect(kit.claims.fenced.size).toBe(0)
  })

  test('is refused with a binding that was not named', async () => {
    const pair = kit.dirtyPair()
    expect(await undo(pair[0], [])).toMatchObject({
      status: 'changed',
      reason: expect.stringMatching(/refers to the same account and is dirty too\./),
    })
    expect(await labelsOf(...pair)).toEqual([DIRTY, DIRTY])
  })

  test('alone, as in a job, leaves each on hold for the last', async () => {
    const [one, other] = kit.dirtyPair()
    expect(await undo(one, null)).toMatchObject({
      status: 'done',
      after: 'held',
      note: `The binding stays on hold until ${other.name} of the same account is no longer dirty either.`,
    })
    await labelsOf(one, other)
    expect(await undo(other, null)).toMatchObject({ status: 'done', after: 'claimed' })
    expect(await labelsOf(one, other)).toEqual([OWNED, OWNED])
  })

  test('resumes after a failure of the console, and a remaining hold expires', async () => {
    const [one, other] = kit.dirtyPair()
    let written = 0
    const down = async () => {
      if (written === 2) throw new Error('a bug nobody foresaw')
    }
    const writes = between(kit.writer(), { previewed: down, written: async () => void written++ })
    await expect(undo(one, [other], { writes })).rejects.toThrow('a bug nobody foresaw')
    expect(await labelsOf(one)).toEqual([OWNED])
    const later = new ExpiredHolds(kit.context({ now: () => Date.now() + 120_000 }), error =>
      expect.unreachable(String(error)),
    )
    expect(await later.endExpired()).toEqual([bindingKey(other)])
    expect(await labelsOf(one, other)).toEqual([OWNED, OWNED])
  })

  test.each([0, 1])('leaves a binding without an owner on hold while the account has a tenant: %#', async at => {
    const pair = kit.dirtyPair()
    const [free, owned] = pair
    const change = { labels: { tenantName: null }, annotations: { [ANNOTATIONS.dirtyFrom]: 'free' } }
    await kit.observer.write({ binding: free, change, priority: 'action', id: newWriteId() })
    await labelsOf(...pair)
    const now = await Promise.all(pair.map(each => kit.observer.read(each)))
    const [first, second] = at === 0 ? [now[0], now[1]] : [now[1], now[0]]
    if (!first || !second) throw new Error('the pair is not there')
    expect(await undo(first, [second])).toMatchObject({ status: 'done', after: at === 0 ? 'held' : 'claimed' })
    expect(await labelsOf(free, owned)).toEqual([ASIDE, OWNED])
  })
})
