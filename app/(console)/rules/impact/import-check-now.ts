import { checkImport, type ImportCheck } from '#lib/queries/rules/check-import.ts'
import { allClusters } from '#lib/queries/shoots/all-clusters.ts'
import { knownRegions } from '#lib/queries/simulator/known-regions.ts'
import { runtime } from '#lib/runtime.ts'
import type { DraftQuestion } from './impact-question.ts'
import { plansOfImport } from './import-source.ts'

/** What the imported plans of a question name that the landscape does not know; null for none, and where they do not count. Throws RefusedRequestError. */
export async function importCheckNow({ population, imported }: DraftQuestion): Promise<ImportCheck | null> {
  if (imported === null || population !== 'clusters') return null
  const plans = plansOfImport(imported)
  const known = await runtime().clusters.read()
  const context = runtime().context()
  return checkImport(plans, {
    clusters: allClusters(context, known),
    plans: context.rules.plans,
    platformRegions: knownRegions(context).platform,
  })
}
