import type { Interner } from '#lib/garden/inventory/interner.ts'
import type { Sink } from '#lib/garden/reflector/reflector-options.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'

/** Kinds of Kyma's infrastructure manager, the more trusted first: a GardenerCluster gets its labels from the Runtime. */
export const RUNTIME_KINDS = ['Runtime', 'GardenerCluster'] as const

export type RuntimeKind = (typeof RUNTIME_KINDS)[number]

type Kept = Omit<RuntimeFacts, 'runtimeId'>

/** What the objects of one runtime say; at least one of them is there. */
type Entry = Readonly<Record<RuntimeKind, Kept | null>> & {
  /** Of both together. */
  readonly told: PlanFacts
}

/** Plans and platform regions by runtime id, from both kinds of objects. */
export class RuntimeTable {
  readonly #entries = new Map<string, Entry>()
  #byShoot: ReadonlyMap<string, PlanFacts> | null = null
  #changes = 0

  /** Grows whenever it says something else than before. */
  get changes(): number {
    return this.#changes
  }

  /** What is known of a runtime; null when neither kind has it. */
  of(runtimeId: string): PlanFacts | null {
    return this.#entries.get(runtimeId)?.told ?? null
  }

  /** The same by the name of the shoot, for those that carry no runtime id. */
  ofShoot(name: string): PlanFacts | null {
    // Hardly ever asked for: not kept up with each change.
    this.#byShoot ??= this.#indexShoots()
    return this.#byShoot.get(name) ?? null
  }

  /** Platform regions of any runtime. */
  platformRegions(): ReadonlySet<string> {
    const regions = new Set<string>()
    for (const { told } of this.#entries.values()) if (told.platformRegion !== null) regions.add(told.platformRegion)
    return regions
  }

  /** Where the objects of one kind are written. */
  sink(kind: RuntimeKind): Sink<RuntimeFacts> {
    const remove = (id: string) => {
      if (this.#entries.get(id)?.[kind]) this.#set(id, kind, null)
    }
    return {
      put: (id, { shootName, told }) => {
        const before = this.#entries.get(id)?.[kind]
        if (before?.shootName !== shootName || before.told !== told) this.#set(id, kind, { shootName, told })
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
        if (name !== null) index.set(name, entry.told)
      }
    }
    return index
  }
}

const NONE: Readonly<Record<RuntimeKind, Kept | null>> = { Runtime: null, GardenerCluster: null }

function entryOf({ Runtime, GardenerCluster }: Readonly<Record<RuntimeKind, Kept | null>>): Entry | null {
  const [runtime, cluster] = [Runtime?.told ?? null, GardenerCluster?.told ?? null]
  const told =
    runtime === null || cluster === null || runtime === cluster ? (runtime ?? cluster) : mergeFacts(runtime, cluster)
  return told && { Runtime, GardenerCluster, told }
}

function mergeFacts(runtime: PlanFacts, cluster: PlanFacts): PlanFacts {
  return { plan: runtime.plan ?? cluster.plan, platformRegion: runtime.platformRegion ?? cluster.platformRegion }
}

/** What is kept of a Runtime or GardenerCluster, out of its labels alone (KIM). */
export interface RuntimeFacts {
  readonly runtimeId: string
  readonly shootName: string | null
  /** One copy serves all that tell the same. */
  readonly told: PlanFacts
}

const LABEL = 'kyma-project.io/'

/** The projection of both kinds; null for an object without a name, which the runtime id is too. */
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
      told: interner.value(`told ${plan} ${platformRegion}`, () => ({ plan, platformRegion })),
    }
  }
}
