import type { Interner } from '#lib/garden/inventory/interner.ts'
import type { Sink } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'

/**
 * Kinds of Kyma's infrastructure manager, more trusted first: a GardenerCluster copies its labels
 * from the Runtime.
 */
export const RUNTIME_KINDS = ['Runtime', 'GardenerCluster'] as const

export type RuntimeKind = (typeof RUNTIME_KINDS)[number]

type Kept = Omit<RuntimeFacts, 'runtimeId'>

/** Facts of the objects of one runtime, at least one of which exists. */
type Entry = Readonly<Record<RuntimeKind, Kept | null>> & {
  /** Merged facts. */
  readonly facts: PlanFacts
}

/** Plans and platform regions by runtime id, from both kinds of objects. */
export class RuntimeTable {
  readonly #entries = new Map<string, Entry>()
  #byShoot: ReadonlyMap<string, PlanFacts> | null = null
  #changes = 0

  /** Grows with each change. */
  get changes(): number {
    return this.#changes
  }

  /** Facts of a runtime, or null. */
  of(runtimeId: string): PlanFacts | null {
    return this.#entries.get(runtimeId)?.facts ?? null
  }

  /** Facts by shoot name, for shoots without a runtime id. */
  ofShoot(name: string): PlanFacts | null {
    // Rarely used: indexed on demand.
    this.#byShoot ??= this.#indexShoots()
    return this.#byShoot.get(name) ?? null
  }

  /** Platform regions of any runtime. */
  platformRegions(): ReadonlySet<string> {
    const regions = new Set<string>()
    for (const { facts } of this.#entries.values()) if (facts.platformRegion !== null) regions.add(facts.platformRegion)
    return regions
  }

  /** Sink for the objects of a kind. */
  sink(kind: RuntimeKind): Sink<RuntimeFacts> {
    const remove = (id: string) => {
      if (this.#entries.get(id)?.[kind]) this.#set(id, kind, null)
    }
    return {
      put: (id, { shootName, facts }) => {
        const before = this.#entries.get(id)?.[kind]
        if (before?.shootName !== shootName || before.facts !== facts) this.#set(id, kind, { shootName, facts })
      },
      remove,
      retain: ids => {
        for (const id of this.#entries.keys()) if (!ids.has(id)) remove(id)
      },
    }
  }

  #set(id: string, kind: RuntimeKind, kept: Kept | null): void {
    const entry = entryOf({ ...(this.#entries.get(id) ?? NONE), [kind]: kept })
    if (entry === null) this.#entries.delete(id)
    else this.#entries.set(id, entry)
    this.#changes++
    this.#byShoot = null
  }

  #indexShoots(): ReadonlyMap<string, PlanFacts> {
    const index = new Map<string, PlanFacts>()
    for (const kind of RUNTIME_KINDS.toReversed()) {
      for (const entry of this.#entries.values()) {
        const name = entry[kind]?.shootName ?? null
        if (name !== null) index.set(name, entry.facts)
      }
    }
    return index
  }
}

const NONE: Readonly<Record<RuntimeKind, Kept | null>> = { Runtime: null, GardenerCluster: null }

function entryOf({ Runtime, GardenerCluster }: Readonly<Record<RuntimeKind, Kept | null>>): Entry | null {
  const [runtime, cluster] = [Runtime?.facts ?? null, GardenerCluster?.facts ?? null]
  const facts =
    runtime === null || cluster === null || runtime === cluster ? (runtime ?? cluster) : mergeFacts(runtime, cluster)
  return facts && { Runtime, GardenerCluster, facts }
}

function mergeFacts(runtime: PlanFacts, cluster: PlanFacts): PlanFacts {
  return { plan: runtime.plan ?? cluster.plan, platformRegion: runtime.platformRegion ?? cluster.platformRegion }
}

/** Facts from the labels of a Runtime or GardenerCluster (KIM). */
export interface RuntimeFacts {
  readonly runtimeId: string
  readonly shootName: string | null
  /** Shared copy of equal facts. */
  readonly facts: PlanFacts
}

const LABEL = 'kyma-project.io/'

/** Projects both kinds; null for an object without a name, which is the runtime id, too. */
export function runtimeProjection(interner: Interner): (object: KubeObject) => RuntimeFacts | null {
  return ({ metadata = {} }) => {
    const { name, labels = {} } = metadata
    const runtimeId = labels[`${LABEL}runtime-id`] || name
    if (!runtimeId) return null
    const plan = labels[`${LABEL}broker-plan-name`] || null
    const platformRegion = labels[`${LABEL}platform-region`] || null
    return {
      runtimeId,
      shootName: labels[`${LABEL}shoot-name`] || null,
      facts: interner.value(`facts ${plan} ${platformRegion}`, () => ({ plan, platformRegion })),
    }
  }
}
