import { type ImportedPlans, parsePlansFile } from '#lib/hap/plans/imported-plans.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { PlannedCluster, PlanSource } from './plan-source.ts'

/** What a file tells of clusters, by the name of the shoot or its runtime id. */
export function createImportSource(plans: ImportedPlans): PlanSource {
  return {
    origin: 'import',
    of: cluster => {
      for (const name of namesOfCluster(cluster)) {
        const facts = name ? plans.get(name) : undefined
        if (facts) return facts
      }
      return null
    },
  }
}

/** By what a file may name a cluster. */
function namesOfCluster({ shoot, claim }: PlannedCluster): readonly (string | null | undefined)[] {
  return shoot === null ? [claim?.cluster] : [shoot.name, shoot.runtimeId]
}

/** The sources of a landscape with those of a file: it is believed before labels of shoots, which anybody may set, and after what is kept by machines. */
export function insertImportSource(sources: readonly PlanSource[], imported: PlanSource | null): readonly PlanSource[] {
  if (imported === null) return sources
  const place = sources.findIndex(({ origin }) => origin === 'label')
  return sources.toSpliced(place < 0 ? sources.length : place, 0, imported)
}

/** Plans a page imported. It sends nothing else than what it read; whoever does is told the first problem by a RefusedRequestError. */
export function readImportedSource(imported: string): PlanSource {
  return createImportSource(readImportedPlans(imported))
}

/** The same, as they were read. Throws RefusedRequestError. */
export function readImportedPlans(imported: string): ImportedPlans {
  const read = parsePlansFile(imported)
  if ('problems' in read) throw new RefusedRequestError(400, `Imported plans: ${read.problems[0]}`)
  return read.plans
}

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
  readonly clusters: Iterable<PlannedCluster>
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
const MAX_SHOWN = 3

function unknownOf(values: readonly (string | null)[], isKnown: (value: string) => boolean): Unknown {
  const unknown = values.filter(value => value !== null && !isKnown(value)).map(String)
  return { lines: unknown.length, first: [...new Set(unknown)].slice(0, MAX_SHOWN) }
}
