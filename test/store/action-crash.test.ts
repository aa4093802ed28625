import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#lib/embedded-garden/landscape/landscape.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { epochOf } from '#lib/hap/lifecycle/epoch.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { HoldEnds } from '#lib/services/actions/end-holds.ts'
import { listAudit } from '#lib/store/audit/list.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { snapshotOf } from '#lib/store/states/binding-snapshot.ts'
import { observeBindings } from '#lib/store/states/observe.ts'
import { shootObject } from '../claims/account-objects.ts'
import { actingBy } from '../crash/acting.ts'
import { atEachBoundary } from '../crash/each-boundary.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { known, newAccount, newPair } from '../crash/new-account.ts'
import { putRight } from '../crash/put-right.ts'
import { type ActionKit, between, keyOf, OPERATOR, startActionKit } from '../garden/action-kit.ts'
import { testStore } from './test-store.ts'

let kit: ActionKit

beforeAll(async () => {
  kit = await startActionKit()
})

afterAll(() => kit.stop())

const FREE = { hyperscalerType: 'aws' }
const TENANT = 'ga-crash'
const CLAIMED = { ...FREE, tenantName: TENANT }
const UNTIL = '2100-01-01T00:00:00Z'

interface Step {
  readonly name: string
  readonly action: Action
  readonly from: Readonly<Record<string, string>>
  /** What is done before, by a process that lives on. */
  readonly before?: readonly Action[]
  readonly to: BindingState
  /** Default: what a person does at a page. */
  act?(context: ActionContext, binding: Binding): Promise<unknown>
  /** What doing it comes to for a person when it was not done; default `done`. */
  readonly again?: readonly ActionResult['status'][]
}

const STEPS: readonly Step[] = [
  { name: 'release', action: 'release', from: CLAIMED, to: 'dirty' },
  { name: 'mark-dirty', action: 'mark-dirty', from: FREE, to: 'dirty' },
  { name: 'undo-dirty', action: 'undo-dirty', from: FREE, before: ['mark-dirty'], to: 'free' },
  { name: 'confirm-clean', action: 'confirm-clean', from: CLAIMED, before: ['release'], to: 'free' },
  { name: 'hold', action: 'hold', from: CLAIMED, to: 'held' },
  { name: 'unhold', action: 'unhold', from: CLAIMED, before: ['hold'], to: 'claimed' },
  {
    name: 'a hold that ends by its time',
    action: 'unhold',
    from: CLAIMED,
    before: ['hold'],
    to: 'claimed',
    act: endHolds,
  },
  { name: 'quarantine', action: 'quarantine', from: FREE, to: 'quarantined' },
  { name: 'lift', action: 'lift', from: FREE, before: ['quarantine'], to: 'dirty' },
  { name: 'start-cleaning', action: 'start-cleaning', from: FREE, before: ['quarantine'], to: 'dirty' },
  { name: 'mark-internal', action: 'mark-internal', from: FREE, to: 'internal' },
  { name: 'unmark-internal', action: 'unmark-internal', from: FREE, before: ['mark-internal'], to: 'free' },
  { name: 'repair', action: 'repair', from: { ...FREE, dirty: 'false' }, to: 'dirty' },
  {
    name: 'release, as a cluster comes,',
    action: 'release',
    from: CLAIMED,
    to: 'dirty',
    act: releaseAsAClusterComes,
    again: ['done', 'refused'],
  },
  { name: 'an action that is refused', action: 'lift', from: CLAIMED, to: 'dirty', again: ['refused'] },
]

function perform(context: ActionContext, action: Action, { name }: Binding): Promise<ActionResult> {
  const input = { binding: kit.ref(name), reason: 'ticket 4711', ...(action === 'hold' && { until: UNTIL }) }
  return createActionService(context).perform(action, OPERATOR, input, { requestId: 'r-1' })
}

function endHolds(context: ActionContext): Promise<unknown> {
  return new HoldEnds({ ...context, now: () => Date.parse(UNTIL) }, () => {}).turn()
}

function releaseAsAClusterComes(context: ActionContext, binding: Binding): Promise<ActionResult> {
  const { name, labels } = binding
  const shoot = shootObject(LANDSCAPE_NAMESPACE, `late-${name}`, name, labels.tenantName ?? '')
  const writes = between(context.writes, { previewed: async () => kit.garden.loadAll([shoot]) })
  return perform({ ...context, writes }, 'release', binding)
}

const stateOf = (binding: Binding) => {
  const pooled = pooledBinding(binding)
  return pooled && stateAt(pooled, Date.now())
}

let tenants = 0

/** Each account is the only one of its tenant. */
function ofOneTenant(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return labels.tenantName === undefined ? labels : { ...labels, tenantName: `${TENANT}-${++tenants}` }
}

/** What is the same of all bindings that an action was done to. */
const looks = ({ uid, labels, annotations }: Binding) => {
  const { [ANNOTATIONS.writes]: writes = '', ...rest } = annotations
  const timeless = Object.entries(rest).map(([key, value]) => [
    key,
    value.replace(/\d{4}-.*?Z/, 'at some time').replace(uid, 'its own'),
  ])
  const all = JSON.stringify({ labels, ...Object.fromEntries(timeless), writes: writes.split(' ').length })
  return all.replaceAll(/ga-crash-\d+/g, TENANT)
}

test.each(STEPS)('$name is right wherever its process ends', async step => {
  const { action, from, to } = step
  const act = step.act ?? ((context, binding) => perform(context, action, binding))
  const store = await testStore()
  const living = new MortalProcess()
  const { context } = actingBy(living, kit, store)
  const models = new Map<boolean, string>()
  // Those of the landscape whose time is over.
  if (step.act === endHolds) await endHolds(context)
  const { writes, wrong, ends } = await atEachBoundary<Binding>({
    async begin() {
      const { name } = await newAccount(kit, ofOneTenant(from))
      for (const each of step.before ?? [])
        expect(await perform(context, each, kit.ref(name) as Binding)).toMatchObject({ status: 'done' })
      await living.quiet()
      return known(kit, name)
    },
    act: (binding, process) => act(actingBy(process, kit, store).context, binding),
    async wrong(before) {
      const wrong: string[] = []
      await putRight(store, context)
      const now = await known(kit, before.name)
      const isDone = stateOf(now) === to
      if (!isDone && looks({ ...now, annotations: {} }) !== looks({ ...before, annotations: {} }))
        wrong.push(`it is ${stateOf(now)}: ${looks(now)}`)
      const entries = await listAudit(store.db, { target: bindingKey(before), action }, { limit: 10 })
      const outcomes = entries.map(({ outcome }) => outcome).join()
      // What was never written down was not done.
      if (!(isDone ? /^accepted$/ : /^(failed|refused|)$/).test(outcomes))
        wrong.push(`done: ${isDone}, but the audit log says "${outcomes}"`)
      const fence = await context.claims.fence(keyOf(before))
      if (typeof fence === 'string') wrong.push(`the account is ${fence}`)
      else await fence.leave()
      const pooled = pooledBinding(now)
      if (pooled) {
        const present = [snapshotOf(pooled, Date.now())]
        await observeBindings(store, { present, gone: [], at: new Date() })
      }
      const [row] = await store.db.bindingState.findMany({ where: { name: before.name } })
      if (row?.state !== stateOf(now)) wrong.push(`it is ${stateOf(now)}, but the database has it ${row?.state}`)
      const wanted = isDone ? [action === 'hold' ? 'done' : 'refused'] : (step.again ?? ['done'])
      const again = await perform(context, action, before)
      if (!wanted.includes(again.status)) wrong.push(`done: ${isDone}, but again it is ${JSON.stringify(again)}`)
      await living.quiet()
      const after = looks(await kit.observer.read(before))
      // What was held already has been held twice by now.
      const isTwice = isDone && action === 'hold'
      const model = step.again ? after : (models.get(isTwice) ?? after)
      models.set(isTwice, model)
      if (after !== model) wrong.push(`it looks like ${after}, and elsewhere like ${model}`)
      return wrong
    },
  })
  expect(wrong).toEqual([])
  expect(ends).toBe(2 * writes.length)
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})

test('confirm-clean of both bindings of an account is right wherever its process ends', async () => {
  const store = await testStore()
  const { context } = actingBy(new MortalProcess(), kit, store)
  const confirm = (by: ActionContext, one: Binding, others: readonly Binding[]) => {
    const together = others.map(other => ({
      binding: kit.ref(other.name),
      seenVersion: other.resourceVersion,
      seenEpoch: epochOf(other),
    }))
    const input = { binding: kit.ref(one.name), reason: 'ticket 4711', together }
    return createActionService(by).perform('confirm-clean', OPERATOR, input, { requestId: 'r-1' })
  }
  const { writes, wrong, ends } = await atEachBoundary<readonly [Binding, Binding]>({
    begin: () => newPair(kit, { ...CLAIMED, dirty: 'true' }),
    act: ([one, other], process) => confirm(actingBy(process, kit, store).context, one, [other]),
    async wrong(pair) {
      const wrong: string[] = []
      await putRight(store, context)
      const now = async () => Promise.all(pair.map(({ name }) => known(kit, name)))
      const [one, other] = await now()
      if (!one || !other) return ['it is gone']
      const states = [one, other].map(stateOf)
      if (states.includes('free') && states.includes('dirty')) wrong.push(`they are ${states}`)
      const stillDirty = [other].filter(each => stateOf(each) === 'dirty')
      if (stateOf(one) === 'dirty') {
        const again = await confirm(context, one, stillDirty)
        if (again.status !== 'done') wrong.push(`${states}, but again it is ${JSON.stringify(again)}`)
      }
      await now()
      // A hold that nobody waits for any more ends by its time.
      await endHolds(context)
      const end = (await now()).map(stateOf).join()
      if (end !== 'free,free') wrong.push(`they were ${states}, and are ${end}`)
      await putRight(store, context)
      for (const each of pair) {
        const filter = { target: bindingKey(each), action: 'confirm-clean', outcome: 'accepted' } as const
        const { length } = await listAudit(store.db, filter, { limit: 10 })
        if (length !== 1) wrong.push(`${each.name} was confirmed clean ${length} times`)
      }
      return wrong
    },
  })
  expect(wrong).toEqual([])
  expect(ends).toBe(2 * writes.length)
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
})
