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
  /** Kinds that are bindings of HAP. Secrets are only ever read as metadata. */
  readonly kinds: readonly BindingKind[]
  /** Milliseconds without contact after which a source that is not live counts as stale. */
  readonly staleAfterMs: number
  /** Labels of shoots that tell plan and platform region; default: none. */
  readonly planLabels?: PlanLabelKeys
  /** Default: no binding is in doubt. */
  readonly doubtIn?: DoubtIn
  /** Receives how many objects of a source a list no longer has, of how many, before anything reads the inventory. */
  readonly vanished?: Vanished
  readonly timing?: Partial<ReflectorTiming>
  readonly pageSize?: number
  /** The bindings of a kind as they were known before this process began: asked for where Gardener does not serve the kind. */
  readonly recall?: (kind: BindingKind) => Promise<readonly Binding[]>
}

export interface LiveInventory {
  readonly inventory: Inventory
  /** See InventoryWriter.claims. */
  noteClaims(news: Iterable<readonly [id: string, claim: AccountClaim | null]>): void
  /** Judges bindings by `doubtIn` again: those of some keys, or with null all. */
  judgeAgain(keys: ReadonlySet<string> | null): void
  /** See InventoryWriter.conditions. */
  noteConditions(all: Iterable<SubjectCondition>): void
  /** True once every source has its first list or was refused (403); false when the signal aborts before. */
  ready(signal: AbortSignal): Promise<boolean>
  stop(): Promise<void>
}

/** Secrets that stand for bindings carry this label; the other thousands of the namespace are never listed (seed 002). */
const SECRET_SELECTOR = 'hyperscaler-type'

/** Objects per page, by measurement: larger ones are no faster, and cost the server more memory (bench: inventory). */
const PAGE_SIZE = 250

/** How often it is looked whether a hold ended. */
const HOLD_CHECK_MS = 1_000

/** Starts an inventory that follows the cluster until stopped. It is usable at once and never fails: see freshness(). */
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
    judgeAgain: keys => writer.judgeAgain(keys, doubtIn),
    noteConditions: all => writer.conditions(all),
    ready: signal => untilSettled(inventory, signal),
    async stop() {
      stopped.abort()
      clearInterval(holds)
      await Promise.all([...bindings, shoots])
    },
  }
}

/** Whatever is pooled: a shoot names either kind of binding, and only through all of them is it known which account it uses. */
function watchedKinds(kinds: readonly BindingKind[]): readonly BindingKind[] {
  return BINDING_KINDS.filter(kind => kind !== 'Secret' || kinds.includes(kind))
}

function collectionOf(kind: BindingKind, namespace: string): Collection {
  const resource = bindingResource(kind)
  return kind === 'Secret' ? { resource, namespace, labelSelector: SECRET_SELECTOR } : { resource, namespace }
}

/** The key of an object of which nothing may be readable but its name. */
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

/** A watch is shorter than the bound of staleness, so that a quiet source is heard of in time. */
export function defaultTiming(staleAfterMs: number): ReflectorTiming {
  const bound = staleAfterMs / 1000
  return {
    // Ages are measured by it: a wall clock that is put back would let old data pass for fresh.
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
  /** Default: nothing is done about it. */
  readonly vanished?: Vanished
  /** Changes that are remembered for readers who come back. */
  readonly changesKept?: number
}

/** Listeners are told of changes at most this often. */
const NOTIFY_INTERVAL_MS = 100

/** An empty inventory and its writing side. */
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
