import type { ImportedPlans } from '#lib/hap/plans/imported-plans.ts'
import type { AskedCluster, PlanSource } from './plan-source.ts'

/** What a file tells of clusters, by the name of the shoot or its runtime id. */
export function importPlans(plans: ImportedPlans): PlanSource {
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
export function namesOfCluster({ shoot, claim }: AskedCluster): readonly (string | null | undefined)[] {
  return shoot === null ? [claim?.cluster] : [shoot.name, shoot.runtimeId]
}

/** The sources of a landscape with those of a file: it is believed before labels of shoots, which anybody may set, and after what is kept by machines. */
export function withImport(sources: readonly PlanSource[], imported: PlanSource | null): readonly PlanSource[] {
  if (imported === null) return sources
  const place = sources.findIndex(({ origin }) => origin === 'label')
  return sources.toSpliced(place < 0 ? sources.length : place, 0, imported)
}
