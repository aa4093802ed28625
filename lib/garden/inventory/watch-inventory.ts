import { setTimeout as delay } from 'node:timers/promises'
import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { reflect } from '#lib/garden/reflector/reflector.ts'
import type { ReflectorTiming } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { looseFields } from '#lib/garden/resources/read-fields.ts'
import { bindingResource, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { SubjectCondition } from '#lib/hap/pools/account-condition.ts'
import { BINDING_KINDS, type Binding, type BindingKind, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { BindingTable, ConditionTable } from './binding-table.ts'
import { ChangeLog, Notifier, type Schedule } from './change-log.ts'
import { type AccountClaim, ClaimTable } from './claim-table.ts'
import { type SourceName, Sources } from './freshness.ts'
import { Interner } from './interner.ts'
import { Inventory } from './inventory.ts'
import { InventoryWriter, type Vanished } from './inventory-writer.ts'
import { bindingProjection, type DoubtIn, NO_DOUBT, withDoubt } from './project-binding.ts'
import { type PlanLabelKeys, shootProjection } from './project-shoot.ts'
import { ShootTable, shootKey } from './shoot-table.ts'

export interface WatchInventoryOptions {
  readonly client: GardenClient
  readonly namespace: string
  /** Kinds that are bindings of HAP. Of Secrets only metadata is read. */
  readonly kinds: readonly BindingKind[]
  /** Milliseconds without contact after which a source that is not live is stale. */
  readonly staleAfterMs: number
  /** Labels of shoots with plan and platform region. Default: none. */
  readonly planLabels?: PlanLabelKeys
  /** Default: no binding is in doubt. */
  readonly doubtIn?: DoubtIn
  /** Receives vanished objects of a source before anything reads the inventory. */
  readonly vanished?: Vanished
  readonly timing?: Partial<ReflectorTiming>
  readonly pageSize?: number
  /** Loads stored bindings of a kind that Gardener does not serve. */
  readonly recall?: (kind: BindingKind) => Promise<readonly Binding[]>
}

export interface LiveInventory {
  readonly inventory: Inventory
  /** See InventoryWriter.claims. */
  noteClaims(news: Iterable<readonly [id: string, claim: AccountClaim | null]>): void
  /** Reevaluates bindings with these keys by `doubtIn`; null for all. */
  reevaluateDoubt(keys: ReadonlySet<string> | null): void
  /** See InventoryWriter.conditions. */
  noteConditions(all: Iterable<SubjectCondition>): void
  /**
   * True when every source has completed its first list or was refused (403); false when the signal
   * aborts first.
   */
  ready(signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

/** Label of Secrets that act as bindings; the thousands of others are never listed (seed 002). */
const SECRET_SELECTOR = 'hyperscaler-type'

/**
 * Objects per page: larger pages are no faster and cost the server more memory (measured, bench:
 * inventory).
 */
const PAGE_SIZE = 250

/** Interval of the check for expired holds. */
const HOLD_CHECK_MS = 1_000

/**
 * Starts an inventory that follows the cluster until stopped. Usable at once; failures show in
 * freshness().
 */
export function watchInventory(options: WatchInventoryOptions): LiveInventory {
  const { client, namespace, kinds, staleAfterMs, doubtIn = NO_DOUBT, vanished } = options
  const timing = { ...defaultTiming(staleAfterMs), ...options.timing }
  const { inventory, writer, sources } = createInventory({
    namespace,
    kinds,
    clock: timing.clock,
    schedule: scheduleUnref,
    ...(vanished && { vanished }),
  })
  const interner = new Interner()
  const stopped = new AbortController()
  const common = (source: SourceName) => {
    const contact = new Contact({ clock: timing.clock, staleAfterMs, onChange: () => writer.sourcesChanged() })
    sources.add(source, contact)
    return { client, contact, timing, pageSize: options.pageSize ?? PAGE_SIZE }
  }
  const bindings = watchedKinds(kinds).map(kind =>
    reflect<KubeObject, Binding>(
      {
        ...common(kind),
        collection: collectionOf(kind, namespace),
        project: withDoubt(bindingProjection(kind, interner), doubtIn),
        keyOf: bindingKey,
        identify: object => keyOfObject(object, ref => bindingKey({ ...ref, kind })),
        sink: writer.bindings(kind),
        whenNotServed: 'keep',
        recall: async () => writer.recalled(kind, (await options.recall?.(kind)) ?? []),
      },
      stopped.signal,
    ),
  )
  const shoots = reflect<ShootObject, Shoot>(
    {
      ...common('Shoot'),
      collection: { resource: SHOOTS, namespace },
      project: shootProjection(interner, options.planLabels),
      keyOf: shootKey,
      identify: object => keyOfObject(object, shootKey),
      sink: writer.shoots(),
    },
    stopped.signal,
  )
  let heldUntil = Date.now()
  const holds = setInterval(() => {
    const now = Date.now()
    writer.holdsEnded(heldUntil, now)
    heldUntil = now
  }, HOLD_CHECK_MS)
  holds.unref()
  return {
    inventory,
    noteClaims: news => writer.claims(news),
    reevaluateDoubt: keys => writer.reevaluateDoubt(keys, doubtIn),
    noteConditions: all => writer.conditions(all),
    ready: signal => untilSettled(inventory, signal),
    async stop() {
      stopped.abort()
      clearInterval(holds)
      await Promise.all([...bindings, shoots])
    },
  }
}

/**
 * All kinds except Secret are watched: a shoot names either kind of binding, and only both map it
 * to its account.
 */
function watchedKinds(kinds: readonly BindingKind[]): readonly BindingKind[] {
  return BINDING_KINDS.filter(kind => kind !== 'Secret' || kinds.includes(kind))
}

function collectionOf(kind: BindingKind, namespace: string): Collection {
  const resource = bindingResource(kind)
  return kind === 'Secret' ? { resource, namespace, labelSelector: SECRET_SELECTOR } : { resource, namespace }
}

/** Key of an object of which only the name may be readable. */
function keyOfObject(
  { metadata }: KubeObject,
  keyOf: (ref: { readonly namespace: string; readonly name: string }) => string,
): string | null {
  const { namespace, name } = looseFields(metadata)
  return typeof namespace === 'string' && typeof name === 'string' ? keyOf({ namespace, name }) : null
}

function untilSettled(inventory: Inventory, signal: AbortSignal): Promise<boolean> {
  const isSettled = () => inventory.freshness().every(each => each.complete || each.phase === 'refused')
  return new Promise(resolve => {
    const answer = (result: boolean) => {
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
      resolve(result)
    }
    const onAbort = () => answer(isSettled())
    const unsubscribe = inventory.subscribe(() => {
      if (isSettled()) answer(true)
    })
    signal.addEventListener('abort', onAbort)
    if (isSettled() || signal.aborted) answer(isSettled())
  })
}

/**
 * Timing for a bound of staleness. Watches are shorter than the bound, so that a quiet source
 * proves fresh in time.
 */
export function defaultTiming(staleAfterMs: number): ReflectorTiming {
  const bound = staleAfterMs / 1000
  return {
    // Monotonic: a wall clock that is set back would let old data pass as fresh.
    clock: () => performance.timeOrigin + performance.now(),
    random: Math.random,
    sleep: async (ms, signal) => {
      await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
    },
    watchSeconds: [Math.min(240, Math.ceil(bound * 0.5)), Math.min(300, Math.ceil(bound * 0.75))],
    endGraceMs: 5_000,
    silentAfterMs: staleAfterMs,
  }
}

function scheduleUnref(task: () => void, ms: number): void {
  setTimeout(task, ms).unref()
}

interface InventoryOptions {
  readonly namespace: string
  /** Kinds that are bindings of HAP. */
  readonly kinds: readonly BindingKind[]
  readonly clock: () => number
  readonly schedule: Schedule
  /** Default: ignored. */
  readonly vanished?: Vanished
  /** Number of changes for readers that return. */
  readonly changesKept?: number
}

/** Minimum interval between notifications. */
const NOTIFY_INTERVAL_MS = 100

/** Creates an empty inventory and its writer. */
export function createInventory(options: InventoryOptions): {
  inventory: Inventory
  writer: InventoryWriter
  sources: Sources
} {
  const sources = new Sources(options.clock)
  const state = {
    namespace: options.namespace,
    bindings: new BindingTable(options.kinds),
    shoots: new ShootTable(),
    claims: new ClaimTable(),
    givenBack: new ClaimTable(),
    conditions: new ConditionTable(),
    log: new ChangeLog(options.changesKept),
    notifier: new Notifier(options.schedule, NOTIFY_INTERVAL_MS),
    sources,
  }
  return { inventory: new Inventory(state), writer: new InventoryWriter(state, options.vanished), sources }
}
