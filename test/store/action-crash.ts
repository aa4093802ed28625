import { expect } from 'vitest'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { epochOf } from '#lib/hap/lifecycle/change.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { pooledBinding, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { ExpiredHolds } from '#lib/services/actions/expired-holds.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { observeBindings, snapshotOf } from '#lib/store/states/binding-states.ts'
import { shootObject } from '../claims/account-objects.ts'
import { actingBy } from '../crash/acting.ts'
import type { Boundaries, Visit } from '../crash/each-boundary.ts'
import { MortalProcess } from '../crash/mortal-process.ts'
import { known, newAccount, newPair } from '../crash/new-account.ts'
import { recoverConsole } from '../crash/recover-console.ts'
import { type ActionKit, between, keyOf, OPERATOR } from '../garden/action-kit.ts'
import { testStore } from './test-store.ts'

const FREE = { hyperscalerType: 'aws' }
const TENANT = 'ga-crash'
const CLAIMED = { ...FREE, tenantName: TENANT }
const UNTIL = '2100-01-01T00:00:00Z'

interface ActionStep {
  readonly name: string
  readonly action: Action
  readonly from: Readonly<Record<string, string>>
  /** Actions before it, by a process without a crash. */
  readonly before?: readonly Action[]
  readonly to: BindingState
  /** Default: the action of an operator. */
  act?(context: ActionContext, binding: Binding, kit: ActionKit): Promise<unknown>
  /** Results of a retry where the action was not done; default `done`. */
  readonly again?: readonly ActionResult['status'][]
}

export const ACTION_STEPS: readonly ActionStep[] = [
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

function perform(kit: ActionKit, context: ActionContext, action: Action, { name }: Binding): Promise<ActionResult> {
  const input = { binding: kit.ref(name), reason: 'ticket 4711', ...(action === 'hold' && { until: UNTIL }) }
  return createActionService(context).perform(action, OPERATOR, input, { requestId: 'r-1' })
}

function endHolds(context: ActionContext): Promise<unknown> {
  return new ExpiredHolds({ ...context, now: () => Date.parse(UNTIL) }, () => {}).endExpired()
}

function releaseAsAClusterComes(context: ActionContext, binding: Binding, kit: ActionKit): Promise<ActionResult> {
  const { name, labels } = binding
  const shoot = shootObject(LANDSCAPE_NAMESPACE, `late-${name}`, name, labels.tenantName ?? '')
  const writes = between(context.writes, { previewed: async () => kit.garden.loadAll([shoot]) })
  return perform(kit, { ...context, writes }, 'release', binding)
}

const stateOf = (binding: Binding) => {
  const pooled = pooledBinding(binding)
  return pooled && stateAt(pooled, Date.now())
}

let tenants = 0

/** Labels with a tenant that no other account has. */
function ofOneTenant(labels: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return labels.tenantName === undefined ? labels : { ...labels, tenantName: `${TENANT}-${++tenants}` }
}

/** Labels and annotations without times, uids and tenants: equal for each binding after the same action. */
const looks = ({ uid, labels, annotations }: Binding) => {
  const { [ANNOTATIONS.writes]: writes = '', ...rest } = annotations
  const timeless = Object.entries(rest).map(([key, value]) => [
    key,
    value.replace(/\d{4}-.*?Z/, 'at some time').replace(uid, 'its own'),
  ])
  const all = JSON.stringify({ labels, ...Object.fromEntries(timeless), writes: writes.split(' ').length })
  return all.replaceAll(/ga-crash-\d+/g, TENANT)
}

/** Crashes an action at boundaries of its writes, and expects the same binding, audit log and database after each recovery. */
export async function crashAction(kit: ActionKit, step: ActionStep, visit: Visit): Promise<Boundaries> {
  const { action, from, to } = step
  const act = step.act ?? ((context: ActionContext, binding: Binding) => perform(kit, context, action, binding))
  const store = await testStore()
  const living = new MortalProcess()
  const { context } = actingBy(living, kit, store)
  const models = new Map<boolean, string>()
  // The landscape has holds whose time is over.
  if (step.act === endHolds) await endHolds(context)
  const boundaries = await visit<Binding>({
    async begin() {
      const { name } = await newAccount(kit, ofOneTenant(from))
      for (const each of step.before ?? [])
        expect(await perform(kit, context, each, kit.ref(name) as Binding)).toMatchObject({ status: 'done' })
      await living.quiet()
      return known(kit, name)
    },
    act: (binding, process) => act(actingBy(process, kit, store).context, binding, kit),
    async wrong(before) {
      const wrong: string[] = []
      await recoverConsole(store, context)
      const now = await known(kit, before.name)
      const isDone = stateOf(now) === to
      if (!isDone && looks({ ...now, annotations: {} }) !== looks({ ...before, annotations: {} }))
        wrong.push(`it is ${stateOf(now)}: ${looks(now)}`)
      const entries = await listAudit(store.db, { target: bindingKey(before), action }, { limit: 10 })
      const outcomes = entries.map(({ outcome }) => outcome).join()
      // An action without an entry writes nothing.
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
      const again = await perform(kit, context, action, before)
      if (!wanted.includes(again.status)) wrong.push(`done: ${isDone}, but again it is ${JSON.stringify(again)}`)
      await living.quiet()
      const after = looks(await kit.observer.read(before))
      // The retry holds the binding a second time.
      const isTwice = isDone && action === 'hold'
      const model = step.again ? after : (models.get(isTwice) ?? after)
      models.set(isTwice, model)
      if (after !== model) wrong.push(`it looks like ${after}, and elsewhere like ${model}`)
      return wrong
    },
  })
  expect(boundaries.wrong).toEqual([])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  return boundaries
}

/** Crashes confirm-clean of both bindings of an account, which is a write of each. */
export async function crashConfirmClean(kit: ActionKit, visit: Visit): Promise<Boundaries> {
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
  const boundaries = await visit<readonly [Binding, Binding]>({
    begin: () => newPair(kit, { ...CLAIMED, dirty: 'true' }),
    act: ([one, other], process) => confirm(actingBy(process, kit, store).context, one, [other]),
    async wrong(pair) {
      const wrong: string[] = []
      await recoverConsole(store, context)
      const now = async () => Promise.all(pair.map(({ name }) => known(kit, name)))
      const [one, other] = await now()
      if (!one || !other) return ['a binding is missing']
      const states = [one, other].map(stateOf)
      if (states.includes('free') && states.includes('dirty')) wrong.push(`they are ${states}`)
      const stillDirty = [other].filter(each => stateOf(each) === 'dirty')
      if (stateOf(one) === 'dirty') {
        const again = await confirm(context, one, stillDirty)
        if (again.status !== 'done') wrong.push(`${states}, but again it is ${JSON.stringify(again)}`)
      }
      await now()
      // A hold without a request ends by its time.
      await endHolds(context)
      const end = (await now()).map(stateOf).join()
      if (end !== 'free,free') wrong.push(`they were ${states}, and are ${end}`)
      await recoverConsole(store, context)
      for (const each of pair) {
        const filter = { target: bindingKey(each), action: 'confirm-clean', outcome: 'accepted' } as const
        const { length } = await listAudit(store.db, filter, { limit: 10 })
        if (length !== 1) wrong.push(`${each.name} was confirmed clean ${length} times`)
      }
      return wrong
    },
  })
  expect(boundaries.wrong).toEqual([])
  expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  return boundaries
}
