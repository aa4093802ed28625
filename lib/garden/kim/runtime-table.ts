import type { Sink } from '#lib/garden/reflector/sink.ts'
import type { PlanFacts } from '#lib/hap/plans/plan-facts.ts'
import type { RuntimeFacts } from './project-runtime.ts'

/** Kinds of Kyma's infrastructure manager, the more trusted first: a GardenerCluster gets its labels from the Runtime. */
export const RUNTIME_KINDS = ['Runtime', 'GardenerCluster'] as const

export type RuntimeKind = (typeof RUNTIME_KINDS)[number]

type Kept = Omit<RuntimeFacts, 'runtimeId'>

/** Plans and platform regions by runtime id, from both kinds of objects. */
export class RuntimeTable {
  readonly #kept: Readonly<Record<RuntimeKind, Map<string, Kept>>> = { Runtime: new Map(), GardenerCluster: new Map() }
  #byShoot: ReadonlyMap<string, string> | null = null
  #changes = 0

  /** Grows whenever it says something else than before. */
  get changes(): number {
    return this.#changes
  }

  /** What is known of a runtime; null when neither kind has it. */
  of(runtimeId: string): PlanFacts | null {
    const runtime = this.#kept.Runtime.get(runtimeId)?.told
    const cluster = this.#kept.GardenerCluster.get(runtimeId)?.told
    if (runtime === undefined || cluster === undefined || runtime === cluster) return runtime ?? cluster ?? null
    return {
      plan: runtime.plan ?? cluster.plan,
      platformRegion: runtime.platformRegion ?? cluster.platformRegion,
    }
  }

  /** The same by the name of the shoot, for those that carry no runtime id. */
  ofShoot(name: string): PlanFacts | null {
    // Hardly ever asked for: not kept up with each change.
    this.#byShoot ??= this.#indexShoots()
    const id = this.#byShoot.get(name)
    return id === undefined ? null : this.of(id)
  }

  /** Where the objects of one kind are written. */
  sink(kind: RuntimeKind): Sink<RuntimeFacts> {
    const kept = this.#kept[kind]
    const remove = (id: string) => {
      if (kept.delete(id)) this.#changed()
    }
    return {
      put: (id, { shootName, told }) => {
        const before = kept.get(id)
        if (before?.shootName === shootName && before.told === told) return
        kept.set(id, { shootName, told })
        this.#changed()
      },
      remove,
      retain: ids => {
        for (const id of kept.keys()) if (!ids.has(id)) remove(id)
      },
    }
  }

  #changed(): void {
    this.#changes++
    this.#byShoot = null
  }

  #indexShoots(): ReadonlyMap<string, string> {
    const index = new Map<string, string>()
    for (const kind of RUNTIME_KINDS.toReversed())
      for (const [id, { shootName }] of this.#kept[kind]) if (shootName !== null) index.set(shootName, id)
    return index
  }
}
