import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { conflictError, missingError, unknownOutcomeError } from '#lib/garden/writes/write-error.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { AccountClaims } from '#lib/services/actions/action-context.ts'
import { orderOf } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { performAction } from '#lib/services/actions/perform-action.ts'
import { type ClaimStatus, OPEN_STATUSES } from '#lib/store/claims/claim-record.ts'
import { LEASE_MS, type SlotKey, type SlotLease } from '#lib/store/claims/leases.ts'
import type { Ledger } from '#lib/store/claims/ledger.ts'
import { bindingObject, shootObject } from '../account-objects.ts'
import { type MemoryDatabase, type Row, slotName } from '../memory-database.ts'
import type { MemoryGarden } from './memory-garden.ts'
import type { Schedule, SimulatedProcess } from './schedule.ts'

interface OperatorParts {
  readonly schedule: Schedule
  readonly garden: MemoryGarden
  readonly database: MemoryDatabase
  readonly ledger: Ledger
  /** The inventory of its process, which may lag behind. */
  readonly inventory: Inventory
  readonly process: SimulatedProcess
  /** Global accounts that may own multiple accounts. */
  readonly allowed: readonly string[]
}

const OLGA = { id: '1', name: 'olga', role: 'operator' } as const

/** A person at a page of the console, whose actions run the product code one step at a time. */
export function operator(parts: OperatorParts): (action: Action, binding: BindingRef) => Promise<ActionResult> {
  const { schedule, inventory, allowed } = parts
  const client = readsOf(parts)
  const context = {
    inventory,
    writes: writesOf(parts),
    client,
    shoots: new ConsistentShoots({ client, inventory }),
    claims: claimsOf(parts),
    audit: { intent: () => Promise.resolve(1n), outcome: () => Promise.resolve(), refused: () => Promise.resolve() },
    noteState: () => {},
    allowed: () => allowed,
    plans: () => DEFAULT_PLANS,
    now: () => schedule.now(),
  }
  return (action, { kind, namespace, name }) =>
    performAction(
      context,
      OLGA,
      orderOf(action, { binding: { kind, namespace, name }, reason: 'test', ticket: null }),
      {
        requestId: null,
      },
    )
}

/** Writes without retries: a call fails immediately, and a lost response leaves the outcome unknown. */
function writesOf({ schedule, garden, process }: OperatorParts): BindingWrites {
  const now = async (ref: BindingRef, doing: 'read' | 'preview' | 'write'): Promise<Binding> => {
    const found = await garden.read(`${doing} ${ref.name}`, process, () => garden.get(ref))
    if (found === null) throw missingError(ref, doing)
    return found
  }
  return {
    queue: new WriteQueue(0),
    read: ref => now(ref, 'read'),
    async preview({ binding }) {
      const found = await now(binding, 'preview')
      if (found.resourceVersion !== binding.resourceVersion) throw conflictError(binding, 'preview', found)
      return found
    },
    async write({ binding, change }) {
      const isLost = schedule.isChance(0.05)
      await schedule.turn(`write ${binding.name} ${JSON.stringify(change.labels)}`, null)
      const landed = isLost && schedule.isChance(0.5) ? null : garden.patch(binding, change, binding.resourceVersion)
      await schedule.turn(`write ${binding.name} ${landed ? 'landed' : 'did not land'}`, process)
      if (isLost) throw unknownOutcomeError(binding, new Error('lost'), null)
      if (landed === null) throw conflictError(binding, 'write', garden.get(binding))
      return landed
    },
    lookUp: () => Promise.reject(new Error('The simulation does not look up writes.')),
  }
}

/** Uncached reads: of one shoot, of the shoots of a tenant or all, or of the bindings labelled with a tenant. */
function readsOf({ garden, process }: OperatorParts): Pick<GardenClient, 'get' | 'page'> {
  return {
    async get<T extends KubeObject>({ name }: Parameters<GardenClient['get']>[0]) {
      const found = await garden.read(`read shoot ${name}`, process, () => garden.shoots.get(name) ?? null)
      if (found === null) throw new GardenError({ kind: 'not-found', doing: `read ${name}`, because: 'it is gone.' })
      return shootAsSent(found) as unknown as T
    },
    async page<T extends KubeObject>(
      { resource, labelSelector }: Parameters<GardenClient['page']>[0],
      _options: unknown,
      take: (object: T) => void,
    ) {
      const tenant = labelSelector?.split('=')[1] ?? ''
      const isOf = resource.kind === 'Shoot' ? 'shoots' : 'bindings'
      const found = await garden.read(`list ${isOf} of ${labelSelector === undefined ? 'all' : tenant}`, process, () =>
        isOf === 'shoots'
          ? (labelSelector === undefined ? [...garden.shoots.values()] : garden.shootsOf(tenant)).map(shootAsSent)
          : [...garden.bindings.values()].filter(({ labels }) => labels.tenantName === tenant).map(objectOf),
      )
      for (const object of found) take(object as unknown as T)
      return { resourceVersion: '1', continue: null }
    },
  }
}

function shootAsSent({ namespace, name, binding, globalAccount }: Shoot) {
  return shootObject(namespace, name, binding?.name ?? '', globalAccount ?? '')
}

/** A binding as the server returns it. */
function objectOf({ namespace, name, uid, resourceVersion, labels, annotations, createdAt, account }: Binding) {
  const { kind, metadata, ...rest } = bindingObject(namespace, name, labels, account.name)
  const more = { uid, resourceVersion, annotations: { ...annotations }, creationTimestamp: createdAt }
  return { ...rest, kind, metadata: { ...metadata, ...more } }
}

function claimsOf({ schedule, database, ledger, process }: OperatorParts): AccountClaims {
  const rows = async (account: string, statuses: readonly ClaimStatus[]) => {
    await schedule.turn('db claims of account', null)
    const found = [...database.claims.values()].filter(row => row.account === account && statuses.includes(row.status))
    await schedule.turn('db claims of account answers', process)
    return found
  }
  return {
    open: async account =>
      (await rows(account, OPEN_STATUSES)).map(({ id, cluster, tenant }) => ({ id, cluster, tenant })),
    releasedBy: async account =>
      (await rows(account, ['releasing'])).flatMap(({ outcome, tenant }) => (outcome === 'shared' ? [] : tenant)),
    async fence(account) {
      const lease = await ledger.acquireFence(account, process.name)
      if ('kind' in lease) return lease.kind
      return {
        account,
        leaseMs: LEASE_MS,
        holds: () => ledger.renewFence(lease),
        leave: () => ledger.releaseFence(lease),
      }
    },
    async slot(key) {
      let lease = await ledger.acquireSlot(key, process.name)
      // It waits by the clock of the schedule, while the product uses the system clock.
      while (lease === null) {
        await schedule.sleep(SLOT_PAUSE_MS, process)
        lease = await ledger.acquireSlot(key, process.name)
      }
      const held = lease
      const step = async <Result>(name: string, work: () => Result): Promise<Result> => {
        await schedule.turn(`db ${name}`, null)
        const result = work()
        await schedule.turn(`db ${name} answers`, process)
        return result
      }
      return {
        leaseMs: LEASE_MS,
        holds: () => step('holds slot', () => renewSlot(database, held, schedule.now())),
        leave: () => ledger.releaseSlot(held),
        aboutToTake: account =>
          step('about to take', () => {
            const isTaking = (row: Row) =>
              row.status === 'intent' && row.outcome !== 'shared' && row.account !== account && isOfSlot(row, key)
            return [...database.claims.values()].find(isTaking)?.binding?.name ?? null
          }),
        returns: ({ binding, account, epoch }) =>
          step('note what returns', () => {
            const isOurs = renewSlot(database, held, schedule.now())
            if (isOurs) database.returned.push({ slot: slotName(key), binding, account, epoch, at: schedule.now() })
            return isOurs
          }),
      }
    },
  }
}

const SLOT_PAUSE_MS = 500

function isOfSlot({ tenant, hyperscalerType, euAccess }: Row, key: SlotKey): boolean {
  return tenant === key.tenant && hyperscalerType === key.hyperscalerType && euAccess === key.euAccess
}

/** Renews a slot if this process still has it. */
function renewSlot({ slots }: MemoryDatabase, { key, token }: SlotLease, now: number): boolean {
  const lease = slots.get(slotName(key))
  if (lease?.token !== token || lease.holder === null || lease.until < now) return false
  lease.until = now + LEASE_MS
  return true
}
