import type { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import type { PlanFacts } from '#lib/hap/plans/plan.ts'
import type { KnownClusters } from '../cluster-register.ts'
import type { PlannedCluster, PlanSource } from './plan-source.ts'

/** Claims per statement. */
const PAGE_SIZE = 1_000

/**
 * Plans and platform regions of claims. Registered claims of existing clusters have neither.
 * Platform regions are read separately, once per claim.
 */
export class ClaimedPlans implements PlanSource {
  readonly origin = 'database'
  readonly #read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** By claim id; null for a request without platform region. */
  #regions: ReadonlyMap<string, string | null> = new Map()
  #learned: KnownClusters | null = null
  #changes = 0

  /** `read` returns platform regions by claim id; see readRequestedRegions. */
  constructor(read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) {
    this.#read = read
  }

  get changes(): number {
    return this.#changes
  }

  of({ claim }: PlannedCluster): PlanFacts | null {
    return claim && { plan: claim.plan, platformRegion: this.#regions.get(claim.id) ?? null }
  }

  /**
   * Reads the platform regions of new claims; null = the database does not answer. Throws
   * StoreError.
   */
  async learn(known: KnownClusters | null): Promise<void> {
    if (known === null || known === this.#learned) return
    const regions = new Map<string, string | null>()
    const unread: string[] = []
    for (const { id, plan } of known.claims) {
      // A registration of an existing cluster contains no plan and no platform region.
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
 * Plans of Kyma Infrastructure Manager by runtime id. The shoot name only counts without an id,
 * because names are reused.
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

/** Plans of shoot labels, where settings name such labels. */
export const LABEL_SOURCE: PlanSource = {
  origin: 'label',
  of: ({ shoot }) => shoot?.labelled ?? null,
}
