import type { ImportedPlans } from '#lib/hap/plans/imported-plans.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { namesOfCluster } from './import-plans.ts'
import type { AskedCluster } from './plan-source.ts'

/** Values nobody knows: on how many lines, and the first of them. */
interface Unknown {
  readonly lines: number
  readonly first: readonly string[]
}

/** What imported plans say that the landscape does not know; nothing else tells of a typing error. */
export interface ImportCheck {
  readonly clusters: Unknown
  readonly plans: Unknown
  readonly platformRegions: Unknown
}

interface KnownThings {
  readonly clusters: Iterable<AskedCluster>
  readonly plans: Plans
  readonly platformRegions: Iterable<string>
}

/** Holds imported plans against what the landscape knows. */
export function checkImport(imported: ImportedPlans, known: KnownThings): ImportCheck {
  const clusters = new Set<string | null | undefined>()
  for (const cluster of known.clusters) for (const name of namesOfCluster(cluster)) clusters.add(name)
  const regions = new Set(known.platformRegions)
  const facts = [...imported.values()]
  return {
    clusters: unknownOf([...imported.keys()], name => clusters.has(name)),
    plans: unknownOf(
      facts.map(({ plan }) => plan),
      name => known.plans.byName.has(name),
    ),
    platformRegions: unknownOf(
      facts.map(({ platformRegion }) => platformRegion),
      name => regions.has(name),
    ),
  }
}

/** Enough to find the mistake in the file. */
const MOST_SHOWN = 3

function unknownOf(values: readonly (string | null)[], isKnown: (value: string) => boolean): Unknown {
  const unknown = values.filter(value => value !== null && !isKnown(value)).map(String)
  return { lines: unknown.length, first: [...new Set(unknown)].slice(0, MOST_SHOWN) }
}
