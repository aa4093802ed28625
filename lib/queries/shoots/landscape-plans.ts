import type { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import type { KnownClusters } from './cluster-register.ts'
import type { PlannedCluster, PlanSource } from './plan-source.ts'

/** Claims asked about with one statement. */
const PAGE_SIZE = 1_000

/**
 * What was asked for when a cluster got its account; nothing for clusters that ran already when they were registered. Platform
 * regions are read apart, once for each claim.
 */
export class ClaimedPlans implements PlanSource {
  readonly origin = 'database'
  readonly #read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** By the id of the claim; null for one asked without. */
  #regions: ReadonlyMap<string, string | null> = new Map()
  #learned: KnownClusters | null = null
  #changes = 0

  /** `read` gives the platform regions of claims, by their ids; see readRequestedRegions. */
  constructor(read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) {
    this.#read = read
  }

  get changes(): number {
    return this.#changes
  }

  of({ claim }: PlannedCluster): PlanFacts | null {
    return claim && { plan: claim.plan, platformRegion: this.#regions.get(claim.id) ?? null }
  }

  /** Reads the platform regions of claims that are new among these; null = the database does not answer. Throws StoreError. */
  async learn(known: KnownClusters | null): Promise<void> {
    if (known === null || known === this.#learned) return
    const regions = new Map<string, string | null>()
    const unread: string[] = []
    for (const { id, plan } of known.claims) {
      // Who registers what runs already asks for no plan, and names no platform region.
      if (plan === null) continue
      const region = this.#regions.get(id)
      if (region === undefined) unread.push(id)
      else regions.set(id, region)
    }
    for (let at = 0; at < unread.length; at += PAGE_SIZE) {
      const ids = unread.slice(at, at + PAGE_SIZE)
      const read = await this.#read(ids)
      for (const id of ids) regions.set(id, read.get(id) ?? null)
    }
    this.#regions = regions
    this.#learned = known
    if (unread.length > 0) this.#changes++
  }
}

/**
 * What Kyma's infrastructure manager has noted, joined by the runtime id. By the shoot's name only where there is no id: a name
 * may have been used before.
 */
export function createKimSource(runtimes: RuntimeTable): PlanSource {
  return {
    origin: 'kim',
    get changes() {
      return runtimes.changes
    },
    platformRegions: () => runtimes.platformRegions(),
    of: ({ shoot, claim }) => {
      if (shoot !== null) return shoot.runtimeId === null ? runtimes.ofShoot(shoot.name) : runtimes.of(shoot.runtimeId)
      const cluster = claim?.cluster ?? null
      return cluster === null ? null : (runtimes.of(cluster) ?? runtimes.ofShoot(cluster))
    },
  }
}

/** What the labels of the shoot itself tell, where settings name such labels. */
export const LABEL_SOURCE: PlanSource = {
  origin: 'label',
  of: ({ shoot }) => shoot?.labelled ?? null,
}
