import { type ImportedPlans, parsePlansFile } from '#lib/hap/plans/imported-plans.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import type { PlannedCluster, PlanSource } from './plan-source.ts'

/** Creates a plan source from a file, by shoot name or runtime id. */
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

/** Names by which a file may refer to a cluster. */
function namesOfCluster({ shoot, claim }: PlannedCluster): readonly (string | null | undefined)[] {
  return shoot === null ? [claim?.cluster] : [shoot.name, shoot.runtimeId]
}

/**
 * Inserts an imported source before shoot labels, which anybody can set, and after sources that
 * machines maintain.
 */
export function insertImportSource(sources: readonly PlanSource[], imported: PlanSource | null): readonly PlanSource[] {
  if (imported === null) return sources
  const index = sources.findIndex(({ origin }) => origin === 'label')
  return sources.toSpliced(index < 0 ? sources.length : index, 0, imported)
}

/**
 * Parses plans that a page imported. The page validates them first, so that a failure is a
 * RefusedRequestError with the first problem only.
 */
export function readImportedSource(imported: string): PlanSource {
  return createImportSource(readImportedPlans(imported))
}

/** Parses imported plans. Throws RefusedRequestError. */
export function readImportedPlans(imported: string): ImportedPlans {
  const read = parsePlansFile(imported)
  if ('problems' in read) throw new RefusedRequestError(400, `Imported plans: ${read.problems[0]}`)
  return read.plans
}

/** Unknown values: the number of lines, and the first of them. */
interface Unknown {
  readonly lines: number
  readonly first: readonly string[]
}

/** Unknown names in imported plans; the only hint at a typing error. */
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

/** Checks imported plans against the landscape. */
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

/** Sufficient to find the mistake in the file. */
const MAX_SHOWN = 3

function unknownOf(values: readonly (string | null)[], isKnown: (value: string) => boolean): Unknown {
  const unknown = values.filter(value => value !== null && !isKnown(value)).map(String)
  return { lines: unknown.length, first: [...new Set(unknown)].slice(0, MAX_SHOWN) }
}
